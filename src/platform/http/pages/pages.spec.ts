import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { inlineSources } from './page-scripts.js';
import { readPages } from './pages.js';

const LANGUAGES = ['en', 'de', 'fr'];
const BUILT = [
  ...LANGUAGES.flatMap((language) => [`/${language}/_missing`, `/${language}/v/_missing`]),
  '/en',
  '/en/tools/upscaler',
  '/de/tools/upscaler',
  '/_global-error',
];
const ROUTES = {
  redirects: [{ regex: '^(?:/((?:[^/]+?)(?:/(?:[^/]+?))*))/$' }, { regex: '^(?!/_next)/ai-image(?:/)?$' }],
  dynamicRoutes: [
    { page: '/[locale]/tools/[tool]', regex: '^/([^/]+?)/tools/([^/]+?)(?:/)?$' },
    { page: '/[locale]/v/[[...work]]', regex: '^/([^/]+?)/v(?:/(.+?))?(?:/)?$' },
    { page: '/[locale]/[...rest]', regex: '^/([^/]+?)/(.+?)(?:/)?$' },
  ],
};

describe('what a built web app has at a path', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'kinora-pages-'));
    const write = async (file: string, text: string): Promise<void> => {
      await mkdir(dirname(join(dir, file)), { recursive: true });
      await writeFile(join(dir, file), text);
    };
    await write(
      '.next/prerender-manifest.json',
      JSON.stringify({
        routes: Object.fromEntries(BUILT.map((route) => [route, {}])),
        dynamicRoutes: { '/[locale]/tools/[tool]': {}, '/[locale]/[...rest]': {} },
      }),
    );
    await write('.next/routes-manifest.json', JSON.stringify(ROUTES));
    for (const route of BUILT) await write(`.next/server/app${route}.html`, `<script>start('${route}')</script>`);
    await write('public/effects/projector.mp4', 'film');
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it.each([
    ['/', 'built'],
    ['/tools/upscaler', 'built'],
    ['/de/tools/upscaler', 'built'],
    ['/effects/projector.mp4', 'built'],
    ['/_next/static/x.js', 'built'],
    ['/ai-image', 'built'],
    ['/home/', 'built'],
    ['//tools', 'built'],
    // English is prerendered, this language is not.
    ['/fr', 'drawn'],
    ['/fr/tools/upscaler', 'drawn'],
    ['/v/0a-1', 'drawn'],
    ['/de/v', 'drawn'],
    ['/nothing', 'missing'],
    ['/de/nothing', 'missing'],
    ['/de/nothing.png', 'missing'],
    ['/xx/tools/upscaler', 'missing'],
    ['/tools/nothing', 'missing'],
    ['/effects', 'missing'],
    ['/constructor', 'missing'],
    ['/tools%2Fupscaler', 'missing'],
    ['/a.b/c', 'missing'],
    ['/_missing', 'missing'],
    ['/de/v/_missing', 'missing'],
  ])('%s: %s', async (path, kind) => {
    expect((await (await readPages(dir)).at(path)).kind).toBe(kind);
  });

  it.each([
    ['/nothing', 'page', '/en/_missing'],
    ['/de/nothing', 'page', '/de/_missing'],
    ['/fr/v/0a-1', 'work', '/fr/v/_missing'],
    ['/xx/v/0a-1', 'work', '/en/v/_missing'],
  ] as const)('%s, where no %s is, has the page %s, whose scripts may run', async (path, what, route) => {
    const pages = await readPages(dir);
    const page = await pages.missing(path, what);
    const html = `<script>start('${route}')</script>`;
    expect([page.html.toString(), gunzipSync(page.gzipped).toString(), page.sources]).toEqual([
      html,
      html,
      inlineSources(html),
    ]);
    expect(await pages.missing(path, what)).toBe(page);
  });
});
