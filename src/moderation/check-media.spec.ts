import { beforeEach, describe, expect, it } from '@jest/globals';
import { createMemoryDocumentStore } from '../platform/documents/memory.js';
import { StoreUnavailable } from '../platform/unavailable.js';
import { CheckMedia, CheckMediaHandler, type Judged } from './check-media.js';
import type { ImageModeration, Scores } from './image-check/port.js';
import { byClasses } from './image-check/verdict.js';
import { Verdicts } from './image-check/verdicts.js';
import { PolicyStore } from './policy/policy.store.js';

// The scorer is one of the test's own: an image that the network must refuse is not to be had.
const SAFE: Scores = { Drawing: 0, Hentai: 0, Neutral: 1, Porn: 0, Sexy: 0 };
const UNSAFE: Scores = { ...SAFE, Neutral: 0, Porn: 1 };
const DAY = 86_400_000;
const IMAGE: Judged = { kind: 'input', input: 'image' };
const image = new Uint8Array([1]);

describe('judging a picture or film', () => {
  let now = 0;
  let looks: Uint8Array[] = [];
  let lines: string[] = [];
  let verdicts: Verdicts;
  let policies: PolicyStore;
  beforeEach(async () => {
    [now, looks, lines] = [1_000 * DAY, [], []];
    verdicts = await Verdicts.open(createMemoryDocumentStore(), { now: () => now });
    policies = await PolicyStore.open(createMemoryDocumentStore(), { now: () => now });
  });

  const handler = (score: () => Promise<Scores> | Scores, name = 'test'): CheckMediaHandler => {
    const images: ImageModeration = {
      name,
      score: async (seen) => {
        looks.push(seen);
        return score();
      },
      close: async () => undefined,
    };
    const log = () => undefined;
    return new CheckMediaHandler(byClasses(images), verdicts, policies, {
      debug: log,
      info: log,
      warn: log,
      error: (fields, message) => void lines.push(`${JSON.stringify(fields)} ${message}`),
    });
  };
  const check = (
    by: CheckMediaHandler,
    judged: Judged = IMAGE,
    images: readonly Uint8Array[] = [image],
    hash = 'a',
    signal?: AbortSignal,
  ) => by.execute(new CheckMedia(hash, judged, 'image.before', async () => images, signal));

  it('lets pass what the network has nothing against, and looks at the same bytes once', async () => {
    const by = handler(() => SAFE);
    expect(await check(by)).toEqual({ ok: true, value: undefined });
    expect(await check(by, { kind: 'result' })).toEqual({ ok: true, value: undefined });
    expect(looks).toHaveLength(1);
    await check(by, IMAGE, [image], 'b');
    expect(looks).toHaveLength(2);
  });

  it('says which input was refused; of a result, that it was', async () => {
    const by = handler(() => UNSAFE);
    expect(await check(by, { kind: 'input', input: 'background' })).toEqual({
      ok: false,
      error: { identifier: 'SENSITIVE_IMAGE', params: { input: 'background' } },
    });
    expect(await check(by, { kind: 'result' })).toEqual({
      ok: false,
      error: { identifier: 'SENSITIVE_CONTENT', params: {} },
    });
    expect(looks).toHaveLength(1);
  });

  it('looks at every picture of a film, and one is enough', async () => {
    const answers = [SAFE, SAFE, UNSAFE];
    expect(
      await check(
        handler(() => answers.shift() ?? SAFE),
        IMAGE,
        [image, image, image],
      ),
    ).toMatchObject({ error: { identifier: 'SENSITIVE_IMAGE' } });
    expect(looks).toHaveLength(3);
  });

  it('follows the policy, also for bytes that were judged before it changed', async () => {
    const by = handler(() => UNSAFE);
    expect(await check(by)).toMatchObject({ ok: false });
    const rules = { 'image.before': { threshold: 90, action: 'review' } } as const;
    await policies.add(0, { rules, words: [] }, { at: now, by: 'max', reason: 'An art school.' });
    expect(await check(by)).toEqual({ ok: true, value: undefined });
    await policies.add(1, { rules: {}, words: [] }, { at: now, by: 'max', reason: 'No longer.' });
    expect(await check(by)).toMatchObject({ ok: false });
    expect(looks).toHaveLength(1);
  });

  it('tries once more after a failure, and then lets nothing pass', async () => {
    let left = 1;
    const failing = handler(() => {
      if ((left -= 1) >= 0) throw new Error('the child ended');
      return SAFE;
    });
    expect(await check(failing)).toEqual({ ok: true, value: undefined });
    left = 2;
    expect(await check(failing, IMAGE, [image], 'b')).toEqual({
      ok: false,
      error: { identifier: 'UNEXPECTED_MODERATION', params: { input: 'image' } },
    });
    expect(looks).toHaveLength(4);
    // A failure to judge is not a verdict, so the next call tries again.
    expect(await check(failing, IMAGE, [image], 'b')).toEqual({ ok: true, value: undefined });
    expect(lines).toHaveLength(3);
  });

  it('lets nothing pass of which there is no picture', async () => {
    expect(
      await check(
        handler(() => SAFE),
        { kind: 'result' },
        [],
      ),
    ).toEqual({ ok: false, error: { identifier: 'UNEXPECTED_MODERATION', params: {} } });
  });

  it('is no verdict when whoever asks has gone, or a store is away', async () => {
    const gone = new Error('cancelled');
    const leaving = new AbortController();
    await expect(
      check(
        handler(() => {
          leaving.abort(gone);
          throw gone;
        }),
        IMAGE,
        [image],
        'a',
        leaving.signal,
      ),
    ).rejects.toBe(gone);
    const by = handler(() => SAFE);
    await expect(
      by.execute(
        new CheckMedia('a', IMAGE, 'image.before', async () => {
          throw new StoreUnavailable('blobs', 'unreachable', 'away');
        }),
      ),
    ).rejects.toThrow(StoreUnavailable);
    expect(lines).toEqual([]);
    expect(looks).toHaveLength(1);
  });

  it('is asked anew after a month, and of another network', async () => {
    await check(handler(() => SAFE));
    expect(await check(handler(() => UNSAFE, 'newer'))).toMatchObject({ ok: false });
    now += 31 * DAY;
    expect(await check(handler(() => UNSAFE))).toMatchObject({ ok: false });
    expect(looks).toHaveLength(3);
  });

  it('keeps no more than a month of verdicts', async () => {
    const documents = createMemoryDocumentStore();
    verdicts = await Verdicts.open(documents, { now: () => now });
    const by = handler(() => SAFE);
    for (let day = 0; day < 60; day += 1) {
      await check(by, IMAGE, [image], `hash ${day}`);
      now += DAY;
    }
    let kept = 0;
    for await (const _document of documents.carryOut('moderation_verdicts')) kept += 1;
    expect(kept).toBeLessThanOrEqual(32);
    expect(kept).toBeGreaterThan(25);
  });
});
