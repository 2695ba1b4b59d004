import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { z } from 'zod';

const axeResult = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }));
const axePath = createRequire(join(process.cwd(), 'package.json')).resolve('axe-core/axe.min.js');

/** Names of the rules of WCAG 2.2 AA that a page breaks, each with the first element that does. Needs a context with `bypassCSP`. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(axePath, 'utf8'));
  const found = await page.evaluate(`axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }).then((result) => result.violations)`);
  return axeResult.parse(found).map((violation) => `${violation.id}: ${violation.nodes[0]?.html.slice(0, 200) ?? ''}`);
}
