import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Request } from 'playwright-core';
import { messagesOf } from '../messages.js';

/**
 * What is said alike in every language: names (the maker of the board's library too), prompts and what somebody wrote.
 */
const ALIKE =
  'bdi, kbd, code, [translate="no"], [lang]:not(html), time, script, style, noscript, textarea, nextjs-portal, .react-flow__attribution, [data-alike]';

/** Prompts of the pictures that come with the product: they are what their makers wrote. */
const prompts = ['web/public/showcase', 'web/public/samples'].flatMap((folder) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/"prompt": ?"([^"]+)"/g)].map((match) =>
        (match[1] ?? '').toLowerCase(),
      ),
    ),
);

/**
 * Words of plain letters that somebody sees, or has read aloud: all that a page says in Latin script without an accent,
 * but for what is said alike everywhere.
 */
export async function plainTexts(page: Page): Promise<string[]> {
  const found = await page.evaluate((alike) => {
    const texts = new Set<string>();
    const look = (element: Element | null, text: string | null): void => {
      if (text === null || !/[A-Za-z]{2,}/.test(text) || element === null || element.closest(alike) !== null) return;
      texts.add(text.trim().slice(0, 80));
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (node.parentElement?.checkVisibility() === true) look(node.parentElement, node.textContent);
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) look(element, element.getAttribute(name));
    return [...texts];
  }, ALIKE);
  return found.filter((text) => !prompts.some((prompt) => prompt.startsWith(text.toLowerCase())));
}

const literalsOf = (nodes: readonly MessageFormatElement[]): string[] =>
  nodes.flatMap((node) => {
    if (node.type === TYPE.literal) return [node.value];
    if (node.type === TYPE.tag) return literalsOf(node.children);
    return node.type === TYPE.plural || node.type === TYPE.select
      ? Object.values(node.options).flatMap((option) => literalsOf(option.value))
      : [];
  });

/** The Latin words that a language's own messages have: names, formats, units. */
export const latinWordsOf = (language: string): ReadonlySet<string> =>
  new Set(
    [...messagesOf(language).values()].flatMap((message) =>
      literalsOf(parse(message)).flatMap((text) => text.match(/[A-Za-z]{2,}/g) ?? []),
    ),
  );

/** Requests that a page is waiting for; what it listens to or plays has no end. */
export function fetchesOf(page: Page): ReadonlySet<Request> {
  const fetching = new Set<Request>();
  page.on(
    'request',
    (request) => void (['eventsource', 'media'].includes(request.resourceType()) || fetching.add(request)),
  );
  page.on('requestfinished', (request) => void fetching.delete(request));
  page.on('requestfailed', (request) => void fetching.delete(request));
  return fetching;
}

/**
 * Waits for what comes after the heading, a form's prices among it: until nothing is being fetched and the words stay
 * as they are.
 */
export async function still(page: Page, fetching: ReadonlySet<Request>): Promise<void> {
  let [before, now] = ['', await page.evaluate(() => document.body.innerText)];
  while (now !== before || fetching.size > 0) {
    await page.waitForTimeout(400);
    [before, now] = [now, await page.evaluate(() => document.body.innerText)];
  }
}
