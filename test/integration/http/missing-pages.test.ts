import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inlineSources } from '../../../src/platform/http/pages/page-scripts.js';
import { startServer, type Server } from '../../support/servers/server.js';
import { messagesOf } from '../../support/messages.js';

describe('an address where nothing is', () => {
  let dataDir: string;
  let server: Server;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kinora-missing-'));
    server = await startServer({ dataDir });
  });
  afterAll(async () => {
    await server.kill9();
    await rm(dataDir, { recursive: true, force: true });
  });

  const WORK = '0197a000-0000-7000-8000-000000000000';

  it.each([
    ['/no-such-page', 'en', 'en', 'faults.notFoundPage.title'],
    ['/de/no-such-page?x=1', 'de', 'de', 'faults.notFoundPage.title'],
    ['/ar/tools/no-such-tool', 'ar', 'ar', 'faults.notFoundPage.title'],
    ['/de/no-such-file.png', 'de', 'de', 'faults.notFoundPage.title'],
    ['/xx/image', 'en', 'en', 'faults.notFoundPage.title'],
    ['/_missing', 'en', 'en', 'faults.notFoundPage.title'],
    // There are no French words yet.
    ['/fr/no-such-page', 'fr', 'en', 'faults.notFoundPage.title'],
    [`/v/${WORK}`, 'en', 'en', 'works.page.none'],
    [`/de/v/${WORK}`, 'de', 'de', 'works.page.none'],
    ['/v', 'en', 'en', 'works.page.none'],
  ])('%s, is answered with a page that was built ahead: locale %s, words %s', async (path, locale, lang, title) => {
    const ask = (): Promise<Response> => fetch(server.url + path, { headers: { accept: 'text/html' } });
    const [first, second] = [await ask(), await ask()];
    const [html, again] = [await first.text(), await second.text()];
    expect([first.status, first.headers.get('content-type'), first.headers.get('cache-control')]).toEqual([
      404,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    expect([
      /<html[^>]*\slang="([^"]+)"/.exec(html)?.[1],
      /data-locale="([^"]+)"/.exec(html)?.[1],
      html.includes('<meta name="robots" content="noindex"'),
    ]).toEqual([lang, locale, true]);
    expect(html).toContain(messagesOf(lang).get(title));
    // What is drawn on request has another nonce each time.
    expect(again === html).toBe(true);
    const policy = first.headers.get('content-security-policy') ?? '';
    expect(policy).toBe(second.headers.get('content-security-policy'));
    for (const source of inlineSources(html)) expect(policy).toContain(source);
  });

  it('is none of those that are built, drawn or moved', async () => {
    const statusOf = async (path: string): Promise<number> =>
      (await fetch(server.url + path, { redirect: 'manual' })).status;
    expect(
      await Promise.all(
        [
          '/image',
          '/de/image',
          '/fr/image',
          '/loras',
          '/fr/loras',
          '/api-platform/explore',
          `/projects/${WORK}`,
          '/icon.svg',
          '/effects/projector.mp4',
          '/ai-image',
          '/en/image',
          '/image/',
        ].map(statusOf),
      ),
    ).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 200, 307, 307, 308]);
  });
});
