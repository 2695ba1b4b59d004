import { expect } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { CREATION_MS } from './browser.js';

/** What tests of the pages that make something do on them. */

/** What is being made, or was. */
export const stage = (page: Page): Locator => page.locator('section[data-task]').first();

/** Presses the form's own button. */
export const press = (page: Page, name: RegExp): Promise<void> =>
  page.locator('form').getByRole('button', { name }).click();

export const sample = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: `Use the sample: ${name}` });

/** The place of what is given, by its role. */
export const well = (page: Page, role: string): Locator => page.locator(`[data-well=${role}]`);

/** Waits until what was asked for is there. */
export async function finished(page: Page): Promise<void> {
  await page
    .locator('section[data-status="succeeded"], section[data-status="failed"]')
    .first()
    .waitFor({ timeout: CREATION_MS })
    .catch(async (error: unknown) => {
      throw new Error(`nothing was finished; the page says: ${await page.locator('body').innerText()}`, {
        cause: error,
      });
    });
  expect(await stage(page).getAttribute('data-status')).toBe('succeeded');
}

/** Takes a sample and waits until it has arrived. */
export async function take(page: Page, name: string, role = 'image'): Promise<void> {
  await sample(page, name).click();
  await well(page, role)
    .getByText(/^\d+ × \d+/)
    .waitFor();
}

/** Gives a file of one's own and waits until it has arrived. */
export async function giveFile(
  page: Page,
  role: string,
  file: { readonly name: string; readonly mimeType: string; readonly buffer: Buffer },
): Promise<void> {
  await well(page, role).getByTestId('file-picker').setInputFiles(file);
  await well(page, role)
    .getByText(/\d+ × \d+/)
    .first()
    .waitFor();
}

export async function download(page: Page): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    stage(page).getByRole('link', { name: 'Download', exact: true }).click(),
  ] as const);
  return readFile(await file.path());
}

/** Waits until the film that was made plays. @returns how long it is, whole seconds */
export async function plays(page: Page): Promise<number> {
  await page.waitForFunction(
    () => (document.querySelector<HTMLVideoElement>('section[data-task] video')?.readyState ?? 0) >= 2,
  );
  return stage(page)
    .locator('video')
    .evaluate((element: HTMLVideoElement) => Math.round(element.duration));
}
