import { describe, expect, it } from '@jest/globals';
import { DailyQuota } from '../../../src/creation/tasks/submit/daily-quota.js';
import { cancelTask } from '../../../src/creation/tasks/lifecycle.js';
import { CREATION_DEFAULTS } from '../../../src/creation/tasks/settings.js';
import { taskIdOf, type Submitter } from '../../../src/creation/tasks/submit/submit.js';
import type { CreationRequest } from '../../../src/creation/tasks/task.shared.js';
import { productError } from '../../../src/kernel/errors.shared.js';
import type { UserId } from '../../../src/kernel/ids.js';
import { assertClean, Crash, Life, World, type Process } from './creation-world.js';

// An opaque id of the test's own.
const ann: Submitter = { id: 'ann' as UserId, roles: [], language: 'en', country: 'DE' };
const requestId = (number: number): string => `00000000-0000-4000-8000-0000000000${String(number).padStart(2, '0')}`;
const idOf = (number: number) => taskIdOf(ann.id, requestId(number));
const video = (number: number): CreationRequest => ({
  procedure: 'video.createVideoByText',
  input: {
    requestId: requestId(number),
    model: 'preview-motion',
    price: { amount: 100, priceVersion: 1 },
    prompt: 'waves',
    negativePrompt: '',
    style: 'natural',
    aspect: '16:9',
    seconds: 3,
    resolution: '480p',
    count: 1,
    seed: number,
  },
});
const submit = async (process: Process, number: number, user = ann): Promise<string> => {
  const answer = await process.creation.submission.submit(user, video(number));
  return answer.ok ? 'made' : answer.error.identifier;
};
const worldOf = async (credits = 100): Promise<World> => {
  const world = new World();
  await world.ledger.grant(ann.id, credits);
  return world;
};
const cancel = (process: Process, number: number) => cancelTask(process.creation, ann.id, idOf(number));

describe('videos of free models', () => {
  it('are three a day outside the United States, and the fourth is refused before anything is held for it', async () => {
    const world = await worldOf();
    const process = await world.boot();
    for (const number of [1, 2, 3]) expect(await submit(process, number)).toBe('made');
    const { held } = await world.ledger.balance(ann.id);
    expect(await process.creation.submission.submit(ann, video(4))).toMatchObject({
      ok: false,
      error: { identifier: 'USER_VIDEO_LIMIT', params: { appName: 'kinora', usageType: 'credits', limit: 3 } },
    });
    expect((await world.ledger.balance(ann.id)).held).toBe(held);
    expect((await process.creation.tasks.list(ann.id, 10)).items).toHaveLength(3);
    expect(await submit(process, 4)).toBe('USER_VIDEO_LIMIT');
    expect(await submit(process, 3)).toBe('made');
  });

  it.each([
    ['inside them', { country: 'US' }],
    ['where nobody knows the country', { country: undefined }],
    ['of an admin', { roles: ['admin'] }],
  ])('are as many as one likes %s', async (_where, given) => {
    const process = await (await worldOf()).boot();
    for (const number of [1, 2, 3, 4]) expect(await submit(process, number, { ...ann, ...given })).toBe('made');
  });

  it('are counted by the country of the first visit when the request tells none', async () => {
    const process = await (await worldOf()).boot(undefined, undefined, { regCountry: async () => 'DE' });
    const unknown = { ...ann, country: undefined };
    for (const number of [1, 2, 3]) expect(await submit(process, number, unknown)).toBe('made');
    expect(await submit(process, 4, unknown)).toBe('USER_VIDEO_LIMIT');
    expect(await submit(process, 5, { ...ann, country: 'US' })).toBe('made');
  });

  it('do not count when they failed or were cancelled', async () => {
    const world = await worldOf();
    const process = await world.boot(undefined, {
      async *generate() {
        yield { index: 0, state: 'failed', error: productError('ENGINE_FAILED'), again: false };
      },
    });
    for (const number of [1, 2, 3]) expect(await submit(process, number)).toBe('made');
    await cancel(process, 1);
    for (let round = 0; round < 8; round += 1) await process.round();
    expect((await process.creation.tasks.get(idOf(2)))?.document.status).toBe('failed');
    for (const number of [4, 5, 6, 7])
      expect(await submit(process, number)).toBe(number === 7 ? 'USER_VIDEO_LIMIT' : 'made');
    await cancel(process, 4);
    expect(await submit(process, 8)).toBe('made');
    expect(await submit(process, 9)).toBe('USER_VIDEO_LIMIT');
  });

  it('do not count when they could not be paid for', async () => {
    const world = await worldOf(4);
    const process = await world.boot();
    for (const number of [1, 2, 3, 4])
      expect(await submit(process, number)).toBe(number > 2 ? 'CREDITS_NOT_ENOUGH' : 'made');
    await world.ledger.grant(ann.id, 100);
    expect(await submit(process, 5)).toBe('made');
    expect(await submit(process, 6)).toBe('USER_VIDEO_LIMIT');
  });

  it('begin anew with the day, which is UTC’s', async () => {
    const world = await worldOf();
    const process = await world.boot();
    const midnight = Math.ceil(world.clock.now() / 86_400_000) * 86_400_000;
    world.clock.move(midnight - world.clock.now() - 1);
    for (const number of [1, 2, 3]) expect(await submit(process, number)).toBe('made');
    expect(await submit(process, 4)).toBe('USER_VIDEO_LIMIT');
    world.clock.move(1);
    expect(await submit(process, 5)).toBe('made');
  });

  it('are not four when many are asked for at once, of two processes', async () => {
    const world = await worldOf();
    const [one, two] = [await world.boot(), await world.boot()];
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((number) => submit(number % 2 === 0 ? one : two, number)));
    expect(answers.filter((answer) => answer === 'made')).toHaveLength(3);
    expect(answers.filter((answer) => answer === 'USER_VIDEO_LIMIT')).toHaveLength(3);
  });

  it('stay three when a process dies at any call on the way, and one that was cut off is finished with its place', async () => {
    for (let call = 1; ; call += 1) {
      const world = await worldOf();
      const process = await world.boot();
      for (const number of [1, 2]) await submit(process, number);
      const life = new Life({ call, when: 'after' });
      const ended = await world
        .boot(life)
        .then((dying) => submit(dying, 3))
        .catch((error: unknown) => {
          if (!(error instanceof Crash)) throw error;
          return 'died';
        });
      world.clock.move(20_000);
      await process.creation.sweeper.sweep();
      const third = (await process.creation.tasks.get(idOf(3)))?.document;
      expect([call, third?.status ?? 'never there']).toEqual([call, third === undefined ? 'never there' : 'queued']);
      expect([call, await submit(process, 4)]).toEqual([call, third === undefined ? 'made' : 'USER_VIDEO_LIMIT']);
      for (const number of [1, 2, 3, 4]) await cancel(process, number);
      for (let round = 0; round < 2; round += 1) {
        await process.round();
        world.clock.move(CREATION_DEFAULTS.requestLifeMs + 1);
      }
      await assertClean(world, process, [ann.id]);
      if (ended === 'made' && !life.isOver) break;
    }
  }, 120_000);

  it('count for the account that a visitor becomes part of, beside its own, however often that is told', async () => {
    const world = await worldOf();
    const process = await world.boot();
    const bob: Submitter = { ...ann, id: 'bob' as UserId }; // as above
    await world.ledger.grant(bob.id, 100);
    for (const number of [1, 2]) await submit(process, number);
    await submit(process, 3, bob);
    const { freeVideos } = process.creation.quotas;
    const before = await world.documents.collection({ name: 'free_videos', indexes: [] }, (value) => value);
    const visitors = await before.get(ann.id);
    await freeVideos.transfer(ann.id, bob.id);
    // Cut off before the visitor's were forgotten, it is done again.
    await before.put({ id: ann.id, document: visitors?.document, expectedVersion: 0 });
    await freeVideos.transfer(ann.id, bob.id);
    expect(await before.get(ann.id)).toBeUndefined();
    expect(await submit(process, 4, bob)).toBe('USER_VIDEO_LIMIT');
    await cancel(process, 1);
    expect(await submit(process, 5, bob)).toBe('made');
  });

  it('are forgotten with their user', async () => {
    const world = await worldOf();
    const process = await world.boot();
    await submit(process, 1);
    const videos = await DailyQuota.open(world.documents, process.creation.tasks, 'free_videos');
    await videos.forget(ann.id);
    await videos.forget(ann.id);
    expect(
      await (await world.documents.collection({ name: 'free_videos', indexes: [] }, (value) => value)).get(ann.id),
    ).toBeUndefined();
  });
});
