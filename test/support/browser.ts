import { chromium, type Browser } from 'playwright-core';
import { findProgram } from './needs.js';

/** Debian's Chromium (or Chrome) from PATH; none is downloaded. */
export const chromiumPath = findProgram('chromium', 'chromium-browser', 'google-chrome');

/** A headless browser that talks to nobody but the page's own server. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
}
