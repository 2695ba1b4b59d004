import { afterEach, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import {
  serve,
  type Answer,
  type ReceivedRequest,
  type SmallServer,
} from '../../../test/support/servers/remote/serve.js';
import { createMemoryDocumentStore } from '../../platform/documents/memory.js';
import { CheckMedia, CheckMediaHandler } from '../check-media.js';
import type { ImageCheck } from '../image-check/port.js';
import { Verdicts } from '../image-check/verdicts.js';
import { PolicyStore } from '../policy/policy.store.js';
import { CheckText, CheckTextHandler, JudgedTexts } from '../queries.js';
import { createLocalTextCheck } from '../text-check/local.js';
import { ModerationApi, type Patience } from './api.js';
import { allImageChecks, allTextChecks, createExternalImageCheck, createExternalTextCheck } from './checks.js';

const KEY = 'sk-hush';
const PROMPT = 'a quiet morning by the sea';
const patience: Patience = { again: 1, pauseMs: 1, failures: 100, restMs: 60_000 };
const scored = (category_scores: Record<string, number | null>): Answer => ({
  json: { id: 'modr-1', model: 'omni', results: [{ flagged: false, categories: {}, category_scores }] },
});
const clock = { now: () => 1_800_000_000_000 };

describe('an external moderation API', () => {
  let server: SmallServer | undefined;
  let lines: string[] = [];
  afterEach(async () => {
    await server?.close();
    [server, lines] = [undefined, []];
  });
  const logs = {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: (fields: { readonly err?: unknown }, message: string) =>
      void lines.push(`${String(fields.err)} ${JSON.stringify(fields)} ${message}`),
  };
  const open = async (
    answer: (received: ReceivedRequest) => Answer | undefined,
    changes: Partial<Patience> = {},
    limitMs = 60_000,
  ): Promise<ModerationApi> => {
    server = await serve(answer);
    return new ModerationApi({ url: server.url, key: KEY, model: 'omni', limitMs }, { ...patience, ...changes });
  };
  const checkText = async (api: ModerationApi, text = PROMPT) => {
    const policy = await PolicyStore.open(createMemoryDocumentStore(), clock);
    const check = allTextChecks([createLocalTextCheck(), createExternalTextCheck(api)]);
    return new CheckTextHandler(new JudgedTexts(check, policy), logs).execute(new CheckText(text));
  };
  const image = () =>
    sharp({ create: { width: 2_000, height: 40, channels: 3, background: '#777' } })
      .png()
      .toBuffer();
  const local = (score: number): ImageCheck => ({
    name: 'local',
    check: async () => score,
    close: async () => undefined,
  });
  const checkImage = async (api: ModerationApi, localScore = 0) => {
    const [verdicts, policy] = [
      await Verdicts.open(createMemoryDocumentStore(), clock),
      await PolicyStore.open(createMemoryDocumentStore(), clock),
    ];
    const bytes = await image();
    return new CheckMediaHandler(
      allImageChecks([local(localScore), createExternalImageCheck(api)]),
      verdicts,
      policy,
      logs,
    ).execute(new CheckMedia('a', { kind: 'input', input: 'image' }, 'image.before', async () => [bytes]));
  };

  it('receives a text with the model and the key, and nothing about its author', async () => {
    const api = await open(() => scored({ sexual: 0.01 }));
    expect(await checkText(api)).toEqual({ ok: true, value: undefined });
    expect(server?.received).toHaveLength(1);
    expect(server?.received[0]).toMatchObject({
      method: 'POST',
      path: '/v1/moderations',
      headers: { authorization: `Bearer ${KEY}` },
    });
    expect(JSON.parse(String(server?.received[0]?.body))).toEqual({ model: 'omni', input: PROMPT });
  });

  it.each([
    ['sexual', 'sexual'],
    ['sexual/minors', 'minors'],
    ['illicit/violent', 'terror'],
    ['self-harm', 'self-harm'],
    ['self-harm/intent', 'self-harm'],
    ['self-harm/instructions', 'self-harm'],
    ['hate', 'hate'],
    ['hate/threatening', 'hate'],
    ['harassment/threatening', 'hate'],
    ['violence/graphic', 'gore'],
  ])('refuses a text from the threshold of the policy on: %s is %s', async (theirs, category) => {
    const refusing = await open(() => scored({ [theirs]: 0.5 }));
    expect(await checkText(refusing)).toEqual({
      ok: false,
      error: { identifier: 'SENSITIVE_TEXT', params: { input: 'prompt', category } },
    });
    await server?.close();
    const passing = await open(() => scored({ [theirs]: 0.499 }));
    expect(await checkText(passing)).toEqual({ ok: true, value: undefined });
  });

  it('ignores categories without a counterpart in the policy, and unknown scores', async () => {
    const api = await open(() => scored({ harassment: 0.99, violence: 0.99, illicit: 0.99, sexual: 0, hate: null }));
    expect(await checkText(api)).toEqual({ ok: true, value: undefined });
  });

  it('does not replace the word lists: the worst category of both is reported', async () => {
    expect(await checkText(await open(() => scored({ hate: 0 })), 'a nude woman')).toMatchObject({
      error: { identifier: 'SENSITIVE_TEXT', params: { category: 'sexual', words: 'nude' } },
    });
    await server?.close();
    expect(await checkText(await open(() => scored({ 'sexual/minors': 0.9 })), 'a nude woman')).toMatchObject({
      error: { params: { category: 'minors' } },
    });
  });

  it('sends a smaller copy of an image without its metadata, and the higher score of both checks counts', async () => {
    const api = await open(() => scored({ sexual: 0.2 }));
    expect(await checkImage(api)).toEqual({ ok: true, value: undefined });
    const { input } = JSON.parse(String(server?.received[0]?.body)) as {
      input: readonly [{ type: string; image_url: { url: string } }];
    };
    expect(input[0].type).toBe('image_url');
    const sent = Buffer.from(input[0].image_url.url.replace('data:image/jpeg;base64,', ''), 'base64');
    expect(await sharp(sent).metadata()).toMatchObject({ format: 'jpeg', width: 1_024, height: 20 });
    expect(await checkImage(api, 95)).toMatchObject({ error: { identifier: 'SENSITIVE_IMAGE' } });
    await server?.close();
    const refusing = await open(() => scored({ 'violence/graphic': 0.9, sexual: 0.1 }));
    expect(await checkImage(refusing)).toMatchObject({ error: { identifier: 'SENSITIVE_IMAGE' } });
  });

  it.each<[string, Answer]>([
    ['a fault of the server', { status: 500 }],
    ['too many requests', { status: 429 }],
    ['no JSON', { bytes: Buffer.from('<html>'), type: 'text/html' }],
    ['no result', { json: { results: [] } }],
    ['a score out of range', scored({ sexual: 40 })],
    ['none of the known categories', scored({ spam: 0.1 })],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }],
  ])('is asked once more after %s', async (_what, fault) => {
    let count = 0;
    const api = await open(() => ((count += 1) === 1 ? fault : scored({ sexual: 0 })));
    expect(await checkText(api)).toEqual({ ok: true, value: undefined });
    expect(count).toBe(2);
  });

  it.each<[string, Answer | undefined, number, number]>([
    ['has a fault', { status: 500 }, 60_000, 2],
    ['has too many requests', { status: 429 }, 60_000, 2],
    ['refuses the key', { status: 401 }, 60_000, 2],
    ['refuses the request', { status: 400 }, 60_000, 1],
    ['answers something else', { json: { hello: 'world' } }, 60_000, 2],
    ['does not answer', undefined, 100, 2],
  ])('lets nothing pass if it %s, and logs neither text nor key', async (_what, answer, limitMs, requests) => {
    const api = await open(() => answer, {}, limitMs);
    expect(await checkText(api)).toEqual({ ok: false, error: { identifier: 'UNEXPECTED_MODERATION', params: {} } });
    expect(server?.received).toHaveLength(requests);
    expect(lines).toHaveLength(1);
    expect(lines.join(' ')).not.toMatch(/quiet|hush/);
    expect(await checkImage(api)).toEqual({
      ok: false,
      error: { identifier: 'UNEXPECTED_MODERATION', params: { input: 'image' } },
    });
  });

  it('lets nothing pass if it cannot be reached', async () => {
    const api = await open(() => scored({ sexual: 0 }));
    await server?.close();
    server = undefined;
    expect(await checkText(api)).toMatchObject({ error: { identifier: 'UNEXPECTED_MODERATION' } });
  });

  it('is not asked for a while after repeated failures, and then again', async () => {
    let isWell = false;
    const api = await open(() => (isWell ? scored({ sexual: 0 }) : { status: 503 }), { failures: 2, restMs: 0 });
    expect(await checkText(api)).toMatchObject({ ok: false });
    isWell = true;
    expect(await checkText(api)).toEqual({ ok: true, value: undefined });
    await server?.close();
    const resting = await open(() => ({ status: 503 }), { failures: 2, restMs: 3_600_000 });
    for (let tries = 0; tries < 3; tries += 1) expect(await checkText(resting)).toMatchObject({ ok: false });
    expect(server?.received).toHaveLength(2);
  });

  it('goes on after requests that it refuses: they do not count as failures', async () => {
    const api = await open(({ body }) => (body.includes('odd') ? { status: 400 } : scored({ sexual: 0 })), {
      failures: 1,
    });
    expect(await checkText(api, 'odd')).toMatchObject({ ok: false });
    expect(await checkText(api)).toEqual({ ok: true, value: undefined });
  });

  it('is no longer awaited by whoever has gone', async () => {
    const leaving = new AbortController();
    const gone = new Error('cancelled');
    const api = await open(() => {
      leaving.abort(gone);
      return undefined;
    });
    await expect(api.judge(PROMPT, leaving.signal)).rejects.toBe(gone);
  });

  it('goes on after requests whose caller has gone: they do not count as failures', async () => {
    const leaving = new AbortController();
    const api = await open(
      ({ body }) => {
        if (!body.includes('left')) return scored({ sexual: 0 });
        leaving.abort(new Error('cancelled'));
        return undefined;
      },
      { failures: 1 },
    );
    await expect(api.judge('left', leaving.signal)).rejects.toThrow('cancelled');
    expect(await checkText(api)).toEqual({ ok: true, value: undefined });
  });
});
