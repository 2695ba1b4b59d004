import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { outgoingMail, type OutgoingMail } from '../../../src/platform/mail/port.js';
import { PASSWORD } from '../people/account.js';
import { PATIENCE_MS } from './browser.js';
import { until } from '../until.js';

export interface Look {
  readonly width?: number;
  readonly scheme?: 'dark' | 'light';
  /** The discount that follows a first sign-in has been shown in this browser before. */
  readonly offered?: boolean;
}

/** A browser of its own: cookies, storage and windows apart from others. `bypassCSP` is for axe. */
export async function newPerson(
  browser: Browser,
  { width = 1440, scheme = 'dark', offered = false }: Look = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    bypassCSP: true,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  // A letter is shown in a frame that has no storage.
  if (offered)
    await context.addInitScript(() => {
      if (window === window.top) localStorage.setItem('__discountModalActiveState', 'shown');
    });
  return context;
}

/** The credits in the frame of the page. */
export const badge = (page: Page): Locator => page.getByTestId('credits-badge').filter({ visible: true });
export const badgeSays = (page: Page, credits: number): Promise<void> =>
  badge(page).getByText(String(credits), { exact: true }).waitFor({ timeout: 120_000 });
/** The field of a label; passwords' own buttons have labels too. */
export const field = (page: Page, label: string): Locator =>
  page.getByRole('main').getByRole('textbox', { name: label, exact: true });
export const passwordField = (page: Page, label: string): Locator =>
  page.getByRole('main').getByLabel(label, { exact: true });
export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();
export const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor();
export const emailOf = (page: Page): Promise<unknown> =>
  page.evaluate(
    async () => ((await (await fetch('/api/auth/session')).json()) as { user?: { email?: string } }).user?.email,
  ); // the answer's shape is the wire's
export const idOf = (page: Page): Promise<unknown> =>
  page.evaluate(async () => ((await (await fetch('/api/auth/session')).json()) as { user?: { id?: string } }).user?.id); // the answer's shape is the wire's

/**
 * Waits until a letter to an address is in the installation's folder, as its viewer would find it. @param count of
 * letters to that address
 */
export async function letterIn(dataDir: string, to: string, count = 1): Promise<OutgoingMail> {
  const folder = join(dataDir, 'mail');
  const mails = await until(
    async () => {
      const names = await readdir(folder).catch(() => []);
      const whole = names.filter((name) => name.endsWith('.eml')).sort();
      const read = await Promise.all(
        whole.map(async (name) =>
          outgoingMail.parse(JSON.parse(await readFile(join(folder, name.replace(/\.eml$/, '.json')), 'utf8'))),
        ),
      );
      return read.filter((mail) => mail.to === to);
    },
    (found) => found.length >= count,
  );
  const last = mails[count - 1];
  if (last === undefined) throw new Error('no letter');
  return last;
}

/** Fills in the form of signing in or up and sends it. */
export async function credentials(page: Page, button: string, email: string, password: string): Promise<void> {
  await field(page, 'Email').fill(email);
  await passwordField(page, 'Password').fill(password);
  await press(page, button);
}

/** At the link of the first start: chooses what to sign in with and takes the roles. */
export async function becomeAdministrator(page: Page, email = 'operator@kinora.example'): Promise<void> {
  await credentials(page, 'Become administrator', email, PASSWORD);
  await heading(page, 'You’re now an administrator');
}

/** Types a letter's code in. */
export async function confirm(page: Page, code: string): Promise<void> {
  await field(page, 'Code').fill(code);
  await press(page, 'Confirm');
}

/** Through the account's menu, as everybody does. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account', exact: true }).filter({ visible: true }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await heading(page, 'Sign in');
}
