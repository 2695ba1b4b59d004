import { chromium, type Browser, type Page } from 'playwright-core';
import { defined } from '../../../src/kernel/defined.shared.js';
import { findProgram } from '../needs.js';

/**
 * Debian's Chromium (or Chrome) from PATH; none is downloaded. Its shell without windows takes a third less processor
 * time a page.
 */
export const chromiumPath = findProgram('chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome');

/** How long a call of a page waits, milliseconds. */
export const PATIENCE_MS = 60_000;

/**
 * How long a creation may take from press to result, milliseconds: seconds on an idle machine, but the engine shares it
 * with other browsers.
 */
export const CREATION_MS = 150_000;

/**
 * A page of a test is closed before optimised code pays for its compilation: without it a page takes a twelfth less
 * processor time.
 */
const NO_OPTIMISATION = '--js-flags=--no-turbofan,--no-maglev';

/**
 * A headless browser that talks to nobody but the page's own server.
 * @param consent `refused`: it says on behalf of its owner not to be counted (Global Privacy Control), so that nobody
 *   is asked
 */
export async function launchBrowser(consent: 'refused' | 'unasked' = 'refused'): Promise<Browser> {
  const browser = await chromium.launch({
    ...defined({ executablePath: chromiumPath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      NO_OPTIMISATION,
    ],
  });
  if (consent === 'unasked') return browser;
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    await context.addInitScript(() =>
      Object.defineProperty(navigator, 'globalPrivacyControl', { value: true, configurable: true }),
    );
    return context;
  };
  return browser;
}

/**
 * Opens a page as a new visitor, who wants little motion, and waits until it shows its heading and the visitor's
 * credits.
 * @param address whole
 */
export async function openScreen(
  browser: Browser,
  address: string,
  options: { readonly width?: number; readonly scheme?: 'dark' | 'light' } = {},
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1440, height: 900 },
    colorScheme: options.scheme ?? 'dark',
    reducedMotion: 'reduce',
    bypassCSP: true,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await settled(page, address);
  return page;
}

/** Goes to an address and waits until it shows its heading and the visitor's credits. */
export async function settled(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await shown(page);
}

/** Waits until a page shows its heading and the visitor's credits. */
export async function shown(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page
    .getByTestId('credits-badge')
    .filter({ visible: true })
    .getByText(/\p{Nd}/u)
    .first()
    .waitFor();
}
