import { describe, expect, it } from '@jest/globals';
import { findLocalModel } from '../../../src/creation/procedures/models.shared.js';
import { cancelTask, deleteTask } from '../../../src/creation/tasks/lifecycle.js';
import { CREATION_DEFAULTS } from '../../../src/creation/tasks/settings.js';
import { taskIdOf } from '../../../src/creation/tasks/submit/submit.js';
import { ok } from '../../../src/kernel/result.js';
import { World, type Process } from './creation-world.js';
import { ann, bob, press, read, submit, worldWith } from './creation-press.js';

describe('a creation that is refused', () => {
  it.each([
    ['an unknown model', { model: 'imagined' }, { identifier: 'MODEL_NOT_SUPPORTED', params: { model: 'imagined' } }],
    [
      'a harmful prompt',
      { prompt: 'a forbidden thing' },
      { identifier: 'SENSITIVE_TEXT', params: { input: 'prompt' } },
    ],
    [
      'a harmful negative prompt',
      { negativePrompt: 'forbidden' },
      { identifier: 'SENSITIVE_TEXT', params: { input: 'negativePrompt' } },
    ],
    [
      'words of which nothing is drawn',
      { prompt: 'asdf qwer zxcv' },
      { identifier: 'INPUT_INVALID_FOR_SERVICE', params: { input: 'prompt', reason: 'nothing-drawn' } },
    ],
    [
      'a price that rose',
      { count: 3, price: { amount: 2, priceVersion: 1 } },
      { identifier: 'PRICE_CHANGED', params: { amount: 3, priceVersion: 1 } },
    ],
    [
      'too few credits',
      { model: 'preview-fine', count: 4 },
      { identifier: 'CREDITS_NOT_ENOUGH', params: { needed: 12, available: 10 } },
    ],
  ] as const)('for %s says so, holds nothing and leaves nothing in the list', async (_why, given, error) => {
    const world = await worldWith(10);
    const process = await world.boot();
    expect(await submit(process, 1, given)).toMatchObject({ ok: false, error });
    expect(await submit(process, 1, given)).toMatchObject({ ok: false, error });
    expect((await process.creation.tasks.list(ann.id, 10)).items).toEqual([]);
    expect(await world.ledger.balance(ann.id)).toMatchObject({ available: 10, held: 0 });
  });

  it('for want of credits keeps none of its words', async () => {
    const world = await worldWith(1);
    const process = await world.boot();
    await submit(process, 1, { prompt: 'a private lake', negativePrompt: 'private too', count: 2 });
    expect(JSON.stringify(await read(process, 1))).not.toContain('private');
  });

  it('for too many requests a minute lets the user in again when it has passed, and answers known requests meanwhile', async () => {
    const world = new World({ ...CREATION_DEFAULTS, requestsAMinute: 3 });
    await world.ledger.grant(ann.id, 1);
    const process = await world.boot();
    await submit(process, 1);
    for (const number of [2, 3])
      expect(await submit(process, number, { prompt: 'forbidden' })).toMatchObject({
        error: { identifier: 'SENSITIVE_TEXT' },
      });
    expect(await submit(process, 4)).toMatchObject({
      ok: false,
      error: { identifier: 'AI_RATE_LIMIT', params: { seconds: 60 } },
    });
    expect(await submit(process, 1)).toMatchObject({ ok: true });
    world.clock.move(60_000);
    expect(await submit(process, 4)).toMatchObject({ ok: false, error: { identifier: 'CREDITS_NOT_ENOUGH' } });
  });

  it.each([
    [[], false],
    [['admin'], true],
  ] as const)('lets roles %j use a model for subscribers: %j', async (roles, may) => {
    const world = await worldWith(10);
    const process = await world.boot(undefined, undefined, {
      findModel: async (id) => {
        const model = findLocalModel(id);
        return model && { ...model, tier: 'pro' };
      },
    });
    const submitted = await submit(process, 1, {}, { ...ann, roles });
    expect(submitted).toMatchObject(
      may ? { ok: true } : { ok: false, error: { identifier: 'PRO_FEATURE', params: { model: 'preview' } } },
    );
  });

  it('never costs more than the button showed, and may cost less', async () => {
    const world = await worldWith(10);
    const process = await world.boot();
    await submit(process, 1, { count: 2, price: { amount: 9, priceVersion: 1 } });
    expect(await world.ledger.balance(ann.id)).toMatchObject({ held: 2 });
  });

  it('for too many at once counts every press of a burst', async () => {
    const world = await worldWith(10);
    const process = await world.boot();
    const burst = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((number) => submit(process, number)));
    expect(burst.filter(({ ok }) => ok)).toHaveLength(5);
    expect(burst.find(({ ok }) => !ok)).toMatchObject({
      error: { identifier: 'PARALLEL_TASK_LIMIT', params: { limit: 5 } },
    });
    await process.round();
    expect(await submit(process, 9)).toMatchObject({ ok: true });
  });
});

describe('speech', () => {
  /** A face that says so many words, `number` being the press. */
  const say = (process: Process, number: number, prompt = 'Hello', priced = 100) =>
    process.creation.submission.submit(ann, {
      procedure: 'lipSync.createLipSyncTask',
      input: {
        requestId: press(number),
        model: 'lip-sync',
        price: { amount: priced, priceVersion: 1 },
        prompt,
        negativePrompt: '',
        count: 1,
        seed: 0,
        consent: true,
        language: 'en',
        voice: 'woman',
        seconds: 3,
        face: { from: 'upload', id: 'face' },
      },
    });
  async function world(credits: number): Promise<Process> {
    const made = await worldWith(credits);
    const { hash } = await made.blobs.put(Buffer.from('a face'), 'upload');
    made.uploads.set(
      `${ann.id} face`,
      ok({ hash, type: 'image/png', kind: 'image', width: 240, height: 240, bytes: 6 }),
    );
    return made.boot();
  }
  const made = async (process: Process, number: number): Promise<void> => {
    expect(await say(process, number)).toMatchObject({ ok: true });
    expect(await cancelTask(process.creation, ann.id, taskIdOf(ann.id, press(number)))).toMatchObject({ ok: true });
    await process.relay();
  };

  it('is made six times a minute at most', async () => {
    const process = await world(10);
    for (let number = 1; number <= 6; number += 1) await made(process, number);
    expect(await say(process, 7)).toMatchObject({
      ok: false,
      error: { identifier: 'SPEECH_TOO_FREQUENT', params: { seconds: 60 } },
    });
    expect((await process.creation.tasks.list(ann.id, 10)).items).toHaveLength(6);
  });

  it('counts what is made, and nothing that is refused', async () => {
    const process = await world(10);
    for (let again = 0; again < 7; again += 1) {
      expect(await say(process, 1, '')).toMatchObject({ error: { params: { reason: 'nothing-said' } } });
      expect(await say(process, 1, 'a forbidden thing')).toMatchObject({ error: { identifier: 'SENSITIVE_TEXT' } });
      expect(await say(process, 1, 'Hello', 0)).toMatchObject({ error: { identifier: 'PRICE_CHANGED' } });
    }
    for (let number = 1; number <= 6; number += 1) await made(process, number);
    expect(await say(process, 7)).toMatchObject({ error: { identifier: 'SPEECH_TOO_FREQUENT' } });
  });

  it('counts nothing for want of credits either', async () => {
    const process = await world(1);
    for (let number = 1; number <= 7; number += 1)
      expect(await say(process, number)).toMatchObject({ error: { identifier: 'CREDITS_NOT_ENOUGH' } });
  });
});

describe('time', () => {
  it('cancels what was never done by its deadline, and gives the hold back before it could expire', async () => {
    const world = await worldWith(10);
    const process = await world.boot();
    await submit(process, 1);
    world.clock.move(CREATION_DEFAULTS.deadlineMs + 1);
    await process.creation.sweeper.sweep();
    await process.relay();
    const found = await process.creation.tasks.get(taskIdOf(ann.id, press(1)));
    expect(found && process.creation.viewer.view(found)).toMatchObject({
      status: 'canceled',
      error: { identifier: 'TASK_EXPIRED' },
      captured: 0,
    });
    expect(await world.ledger.balance(ann.id)).toMatchObject({ available: 10, held: 0 });
  });

  it('forgets what was deleted when the request can no longer be repeated, and keeps it until then', async () => {
    const world = await worldWith(10);
    const process = await world.boot();
    await submit(process, 1, { prompt: 'a private lake' });
    await process.round();
    await deleteTask(process.creation, ann.id, taskIdOf(ann.id, press(1)));
    await process.relay();
    expect(JSON.stringify(await read(process, 1))).not.toContain('private');
    expect((await process.creation.tasks.list(ann.id, 10)).items).toEqual([]);
    expect(world.references.size).toBe(0);
    world.clock.move(CREATION_DEFAULTS.purgeAfterMs - 1_000);
    await process.creation.sweeper.sweep();
    expect(await read(process, 1)).toBeDefined();
    world.clock.move(2_000);
    await process.creation.sweeper.sweep();
    await expect(read(process, 1)).rejects.toThrow('no such task');
  });

  it('leaves no task of another user within reach', async () => {
    const world = await worldWith(10);
    const process = await world.boot();
    await submit(process, 1);
    const id = taskIdOf(ann.id, press(1));
    expect(await cancelTask(process.creation, bob.id, id)).toMatchObject({
      ok: false,
      error: { identifier: 'TASK_NOT_FOUND' },
    });
    expect(await deleteTask(process.creation, bob.id, id)).toMatchObject({
      ok: false,
      error: { identifier: 'TASK_NOT_FOUND' },
    });
    expect((await read(process, 1)).status).toBe('queued');
  });
});
