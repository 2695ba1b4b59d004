import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { everyTest } from '../needs.js';

const axeResult = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }));
const axePath = createRequire(join(process.cwd(), 'package.json')).resolve('axe-core/axe.min.js');

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules that look at colours: all that another theme can break on a page that has been looked at whole. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * `colours`: of the same page in another theme; `forms`: all but those, of the same page in another language or width;
 * `none`: a page of a kind that was looked at.
 */
export type Rules = 'all' | 'colours' | 'forms' | 'none';

/**
 * By which rules a page is looked at that is seen in several looks: by all in the first, then by what each other look
 * can break.
 */
export function rulesIn({
  width,
  scheme,
  prefix,
}: {
  readonly width: number;
  readonly scheme: 'dark' | 'light';
  readonly prefix: string;
}): Rules {
  if (everyTest) return 'all';
  if (prefix === '') return scheme === 'dark' ? 'all' : 'colours';
  return width < 600 ? 'forms' : 'none';
}

/**
 * Names of the rules of WCAG 2.2 AA that a page breaks, each with the first element that does. Needs a context with
 * `bypassCSP`.
 */
export async function axeViolations(page: Page, rules: Rules = 'all'): Promise<string[]> {
  if (rules === 'none') return [];
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await readFile(axePath, 'utf8'));
  const options = {
    runOnly: rules === 'colours' ? { type: 'rule', values: COLOURS } : { type: 'tag', values: TAGS },
    ...(rules === 'forms' ? { rules: Object.fromEntries(COLOURS.map((rule) => [rule, { enabled: false }])) } : {}),
    resultTypes: ['violations'],
    selectors: false,
  };
  const found = await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then((result) => result.violations)`,
  );
  return axeResult.parse(found).map((violation) => `${violation.id}: ${violation.nodes[0]?.html.slice(0, 200) ?? ''}`);
}
