import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { NextConfig } from 'next';

const here = import.meta.dirname;
const root = path.resolve(here, '..');
const relativeJsImport = /from\s+['"]\.{1,2}\/[^'"\n]+\.js['"]/;

// The configuration is read before TypeScript's imports work: the languages' codes are known here by their shape only.
const DEFAULT_LOCALE = 'en';
/** A page's path without a language prefix; not Next's own files, not files with an ending. */
const unprefixed = '/:path((?!(?:[a-z]{2}|[a-z]{2}-[A-Z]{2})(?:/|$)|_next/|.*\\..*).+)';

/** Other paths of pages, and the names of areas whose page stands elsewhere; each in every language. */
const MOVED: Readonly<Record<string, string>> = {
  '/account-settings': '/account',
  '/ai-image': '/image',
  '/ai-product-avatar': '/ai-avatar',
  '/ai-tools': '/tools',
  '/ai-video': '/video',
  '/my-creations': '/creations',
  '/refer-friend': '/refer-a-friend',
  '/tools/shorts': '/ai-shorts',
};
const LOCALE = '/:locale([a-z]{2}|[a-z]{2}-[A-Z]{2})';
const moved = Object.entries(MOVED).flatMap(([source, destination]) => [
  { source, destination, permanent: false },
  { source: `${LOCALE}${source}`, destination: `/:locale${destination}`, permanent: false },
]);

/** What the server was built of, which is built before the web app; pages say it with each call (adr/0063). */
const stamp = path.join(root, 'dist/.built');
const build = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';

const config: NextConfig = {
  env: { PAGE_BUILD: build },
  poweredByHeader: false,
  // `npm run typecheck` checks the types; a first start does not wait for it.
  typescript: { ignoreBuildErrors: true },
  reactStrictMode: true,
  // Pictures come sized from /api/media and from the showcase; a second optimiser would only re-encode them.
  images: { unoptimized: true },
  // What is drawn on request carries that request's nonce (adr/0025) and is not kept, in memory or on the disk: whoever
  // asked next for the same unknown address would be given scripts that may not run, and addresses without end would
  // fill the disk.
  cacheMaxMemorySize: 0,
  // A build cache of 139 MB would cost a first build half of its time.
  experimental: { globalNotFound: true, isrFlushToDisk: false, turbopackFileSystemCacheForBuild: false },
  // English stands at the root, every other language under its prefix.
  rewrites: async () => [
    { source: '/', destination: `/${DEFAULT_LOCALE}` },
    { source: unprefixed, destination: `/${DEFAULT_LOCALE}/:path*` },
  ],
  redirects: async () => [{ source: `/${DEFAULT_LOCALE}/:path*`, destination: '/:path*', permanent: false }, ...moved],
  turbopack: {
    root,
    // What next-intl's plugin would set; the plugin itself resolves against the wrong root when web/ lies inside the
    // repository.
    resolveAlias: {
      'next-intl/config': './i18n/request.ts',
      'use-intl/format-message': '../node_modules/use-intl/dist/esm/production/format-message/format-only.js',
    },
    rules: {
      '*.ts': {
        condition: { all: [{ not: 'foreign' }, { content: relativeJsImport }] },
        loaders: [path.join(here, 'build/strip-js-endings.cjs')],
        as: '*.ts',
      },
      // Messages are compiled when building, so that no parser of message syntax travels to the browser.
      '*.json': {
        condition: { all: [{ not: 'foreign' }, { path: /messages\/[a-zA-Z-]+\/[a-z-]+\.json$/ }] },
        // The last is the first to run: it adds the messages that stand in the folders of the creation calls.
        loaders: [
          { loader: 'next-intl/extractor/catalogLoader', options: { messages: { format: 'json', precompile: true } } },
          path.join(here, 'build/add-procedure-messages.cjs'),
        ],
        as: '*.js',
      },
    },
  },
};

export default config;
