import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

/** First-load JavaScript may be so large, gzip; bytes. */
export const FIRST_LOAD_LIMIT = 170 * 1024;

const web = path.resolve(import.meta.dirname, '../../web');

/**
 * The scripts that a built page names, and what they weigh: what a browser fetches before the page answers. Scripts
 * that only browsers without modules would fetch are left out.
 * @param {string} page HTML file under `web/.next/server/app`, without its ending; the English home page by default
 * @returns {Promise<{ page: string, total: number, scripts: { src: string, gzip: number }[] }>} gzip sizes in bytes
 * @throws when the web app has not been built
 */
export async function firstLoad(page = 'en') {
  const html = await readFile(path.join(web, '.next/server/app', `${page}.html`), 'utf8');
  const tags = html.match(/<script\b[^>]*\bsrc="[^"]+"[^>]*>/g) ?? [];
  const named = tags.filter((tag) => !/\bnomodule\b/i.test(tag)).map((tag) => /\bsrc="([^"]+)"/.exec(tag)?.[1] ?? '');
  const own = [...new Set(named)].filter((src) => src.startsWith('/_next/static/'));
  const scripts = await Promise.all(
    own.map(async (src) => {
      const file = path.join(web, '.next', decodeURIComponent(src.split('?')[0]).replace('/_next/', ''));
      return { src, gzip: gzipSync(await readFile(file), { level: 9 }).length };
    }),
  );
  return { page, total: scripts.reduce((sum, script) => sum + script.gzip, 0), scripts };
}

if (process.argv[1] === import.meta.filename) {
  for (const page of ['en', 'en/image', 'en/creations', 'en/credits']) {
    const { total, scripts } = await firstLoad(page);
    process.stdout.write(`${page.padEnd(14)} ${(total / 1024).toFixed(1)} KB gzip in ${scripts.length} scripts\n`);
    for (const { src, gzip } of scripts.toSorted((a, b) => b.gzip - a.gzip))
      process.stdout.write(`  ${(gzip / 1024).toFixed(1).padStart(6)}  ${src}\n`);
  }
}
