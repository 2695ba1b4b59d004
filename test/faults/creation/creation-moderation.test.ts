import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { taskIdOf } from '../../../src/creation/tasks/submit/submit.js';
import type { CheckResult, CheckSource } from '../../../src/creation/tasks/submit/media-check.js';
import { cancelTask } from '../../../src/creation/tasks/lifecycle.js';
import type { BlobHash } from '../../../src/platform/blobs/port.js';
import { productError } from '../../../src/kernel/errors.shared.js';
import { err, ok } from '../../../src/kernel/result.js';
import { ann, bob, press, read, submit, worldWith } from './creation-press.js';
import { assertClean, Life, type Process, type World } from './creation-world.js';

// Moderation is one of the test's own throughout: a picture that the network must refuse is not to be had.

/** Refuses the results of these numbers, in the order they come. */
const refusing = (...numbers: readonly number[]): CheckResult => {
  const seen: BlobHash[] = [];
  return async (hash) => {
    if (!seen.includes(hash)) seen.push(hash);
    return numbers.includes(seen.indexOf(hash)) ? err(productError('SENSITIVE_CONTENT')) : ok(undefined);
  };
};

/** Lets time pass until nothing is left to do. */
async function settle(world: World, process: Process): Promise<void> {
  for (let round = 0; round < 6; round += 1) {
    world.clock.move(70_000);
    await process.round();
  }
  await assertClean(world, process, [ann.id, bob.id]);
}

describe('a result that moderation refuses', () => {
  it('is shown to nobody, and its share is given back while the others are paid for', async () => {
    const world = await worldWith(10);
    const process = await world.boot(undefined, undefined, { checkResult: refusing(2) });
    await submit(process, 1, { count: 4 });
    await process.round();
    expect(await read(process, 1)).toMatchObject({
      status: 'succeeded',
      settlement: { captured: 3 },
      outputs: [
        { state: 'ready' },
        { state: 'ready' },
        { state: 'failed', error: { identifier: 'SENSITIVE_CONTENT' } },
        { state: 'ready' },
      ],
    });
    expect(world.references.size).toBe(3);
    await settle(world, process);
  });

  it.each([['SENSITIVE_CONTENT'], ['UNEXPECTED_MODERATION']] as const)(
    'costs nothing when it was the only one: %s',
    async (identifier) => {
      const world = await worldWith(10);
      const process = await world.boot(undefined, undefined, {
        checkResult: async () => err(productError(identifier)),
      });
      await submit(process, 1, { count: 2 });
      await process.round();
      expect(await read(process, 1)).toMatchObject({
        status: 'failed',
        error: { identifier },
        settlement: { captured: 0 },
      });
      expect(world.references.size).toBe(0);
      expect(await world.ledger.balance(ann.id)).toMatchObject({ available: 10, held: 0, spent: 0 });
      await settle(world, process);
    },
  );
});

describe('a creation that is cancelled, or whose process dies, while its result is judged', () => {
  it('ends as cancelled: nothing is stored, nothing charged', async () => {
    const world = await worldWith(10);
    const box: { process?: Process } = {};
    const checkResult: CheckResult = async (_hash, _media, signal) => {
      if (box.process === undefined) throw new Error('the process is not there yet');
      await cancelTask(box.process.creation, ann.id, taskIdOf(ann.id, press(1)));
      // The heartbeat hears of it, and the look is given up with the signal's reason.
      for (const attempt of box.process.creation.worker?.attempts() ?? []) await attempt.beat();
      signal.throwIfAborted();
      return ok(undefined);
    };
    box.process = await world.boot(undefined, undefined, { checkResult });
    await submit(box.process, 1, { count: 2 });
    await box.process.round();
    expect(await read(box.process, 1)).toMatchObject({ status: 'canceled', settlement: { captured: 0 } });
    expect(world.references.size).toBe(0);
    await settle(world, box.process);
  });

  it.each(['before', 'after'] as const)(
    'is judged again by the next attempt, when the process died %s the verdict',
    async (when) => {
      const world = await worldWith(10);
      const life = new Life();
      let verdicts = 0;
      const dying: CheckResult = async () => {
        if (when === 'after') verdicts += 1;
        life.kill();
        if (when === 'before') throw new Error('the process is dead');
        return ok(undefined);
      };
      const first = await world.boot(life, undefined, { checkResult: dying });
      await submit(first, 1, { count: 2 });
      await first.round().catch(() => undefined);
      expect(life.isOver).toBe(true);
      const next = await world.boot(undefined, undefined, {
        checkResult: async () => {
          verdicts += 1;
          return ok(undefined);
        },
      });
      await settle(world, next);
      expect(await read(next, 1)).toMatchObject({ status: 'succeeded', settlement: { captured: 2 } });
      expect(verdicts).toBe(when === 'after' ? 3 : 2);
    },
  );
});

describe('a creation from a picture that moderation refuses', () => {
  it.each([['SENSITIVE_IMAGE'], ['UNEXPECTED_MODERATION']] as const)(
    'is not taken on, names the input, and leaves nothing: %s',
    async (identifier) => {
      const world = await worldWith(10);
      const request: string[] = [];
      const checkSource: CheckSource = async ({ role }) => {
        request.push(role);
        return role === 'background' ? err(productError(identifier, { input: role })) : ok(undefined);
      };
      const process = await world.boot(undefined, undefined, { checkSource });
      const ids = [randomUUID(), randomUUID()] as const;
      for (const id of ids) {
        const { hash } = await world.blobs.put(new TextEncoder().encode(id), `upload:${id}`);
        world.uploads.set(
          `${ann.id} ${id}`,
          ok({ hash, type: 'image/png', kind: 'image', width: 256, height: 256, bytes: 36 }),
        );
      }
      const [image, background] = ids.map((id) => ({ from: 'upload' as const, id }));
      if (image === undefined || background === undefined) throw new Error('two pictures were put in');
      const submitted = await process.creation.submission.submit(ann, {
        procedure: 'imageTools.backgroundChanger',
        input: {
          requestId: press(1),
          model: 'backdrop',
          price: { amount: 100, priceVersion: 1 },
          image,
          background,
          behind: 'image',
          style: 'natural',
          colour: '#ffffff',
          prompt: '',
          negativePrompt: '',
          count: 1,
          seed: 1,
        },
      });
      expect(submitted).toEqual({ ok: false, error: { identifier, params: { input: 'background' } } });
      expect(request).toEqual(['image', 'background']);
      expect((await process.creation.tasks.list(ann.id, 10)).items).toEqual([]);
      expect(await world.ledger.balance(ann.id)).toMatchObject({ available: 10, held: 0 });
      expect(world.references.size).toBe(0);
    },
  );
});
