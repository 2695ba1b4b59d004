import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inlineSources, readPageScripts } from './page-scripts.js';

const source = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('the scripts that a page may run', () => {
  let dir: string;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'kinora-pages-'));
    const app = join(dir, '.next/server/app');
    await mkdir(join(app, 'en'), { recursive: true });
    await mkdir(join(app, 'de'), { recursive: true });
    const routes = ['/en', '/en/home', '/de/home', '/_not-found', '/icon.svg'];
    await writeFile(
      join(dir, '.next/prerender-manifest.json'),
      JSON.stringify({ version: 4, routes: Object.fromEntries(routes.map((route) => [route, {}])) }),
    );
    for (const route of routes.slice(0, 4))
      await writeFile(join(app, `${route}.html`), `<html><script>start('${route}')</script></html>`);
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it('are those that are written into it, each once, and not those that have an address', () => {
    const html = `<script>a()</script><script src="/b.js" async></script><script id="x">\nc('</div>')\n</script><script>a()</script><script data-src="1">d</script>`;
    expect(inlineSources(html)).toEqual([source('a()'), source(`\nc('</div>')\n`), source('d')]);
  });

  it('are found by the path that the browser asks for, English at the root', async () => {
    const scripts = await readPageScripts(dir);
    expect(await scripts.of('/')).toEqual([source("start('/en')")]);
    expect(await scripts.of('/home')).toEqual([source("start('/en/home')")]);
    expect(await scripts.of('/de/home')).toEqual([source("start('/de/home')")]);
  });

  it('are, on a page that is rendered on request, those of every head and of the pages that say what is wrong', async () => {
    await writeFile(
      join(dir, '.next/server/app/en.html'),
      '<html><head><script>early()</script></head><body><script>start()</script></body></html>',
    );
    const scripts = await readPageScripts(dir);
    expect(await scripts.ofDrawn()).toEqual([source('early()'), source("start('/_not-found')")]);
    expect(await scripts.of('/')).toEqual([source('early()'), source('start()')]);
  });

  it('are read again when reading them has failed', async () => {
    const scripts = await readPageScripts(dir);
    const file = join(dir, '.next/server/app/en/home.html');
    await rm(file);
    // A folder in place of the file cannot be read.
    await mkdir(file);
    await expect(scripts.of('/home')).rejects.toMatchObject({ code: 'EISDIR' });
    await rm(file, { recursive: true });
    await writeFile(file, '<script>late()</script>');
    expect(await scripts.of('/home')).toEqual([source('late()')]);
  });

  it('are not known of what was not built ahead, and none where there is no page', async () => {
    const scripts = await readPageScripts(dir);
    for (const path of ['/nothing', '/../../secret', '/de/nothing', '/constructor', '/__proto__'])
      expect(await scripts.of(path)).toBeUndefined();
    expect(await scripts.of('/icon.svg')).toEqual([]);
  });
});
