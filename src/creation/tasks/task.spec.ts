import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { productError } from '../../kernel/errors.shared.js';
import type { StreamName } from '../../kernel/event-sourcing/event.js';
import type { TaskId, UserId } from '../../kernel/ids.js';
import type { Result } from '../../kernel/result.js';
import {
  begin,
  cancel,
  conclude,
  deliveredPrice,
  droppedBlobs,
  enqueue,
  giveBack,
  hasEnded,
  heartbeat,
  hide,
  loseAttempt,
  outputSeed,
  recordOutput,
  refuse,
  reserve,
  settle,
  type Refusal,
} from './task.js';
import type { Made, Output, Reserving, Task } from './task.state.js';

// Test names stand for generated ids.
const hash = 'a'.repeat(64) as Made['hash'];
const token = { stream: 'credits-ann.kinora.credits' as StreamName, revision: 1 };
const fresh = (count = 2): Reserving =>
  reserve({
    id: 'task' as TaskId,
    owner: 'ann' as UserId,
    payer: 'ann' as UserId,
    fingerprint: 'f',
    input: { prompt: 'a lake', negativePrompt: '', model: 'preview', count, seed: 5 },
    params: { procedure: 'text2Image.create', style: 'natural', aspect: '1:1' },
    sources: [],
    media: 'image',
    seconds: 0,
    width: 1024,
    height: 1024,
    price: { amount: 1 + 2 * count, base: 1, perOutput: 2, version: 1 },
    eligibility: 'free-models',
    parallel: 1,
    lane: 'free',
    marked: false,
    createdAt: 100,
    deadlineAt: 10_000,
  });
const image = (attempt = 1, index = 0): Output & { state: 'ready' } => ({
  state: 'ready',
  seed: 5 + index,
  type: 'image/png',
  hash,
  reference: `task:task:${index}:${attempt}`,
  width: 1024,
  height: 1024,
  bytes: 10,
});
const failed: Output = { state: 'failed', seed: 6, error: productError('ENGINE_FAILED') };
const fault = productError('ENGINE_TIMEOUT');

function must<T>(result: Result<T, Refusal>): T {
  if (!result.ok) throw new Error(`refused: ${result.error}`);
  return result.value;
}
const queued = (count?: number): Task => must(enqueue(fresh(count), 200, token));
const processing = (count?: number): Task => must(begin(queued(count), 1, 300));

describe('a task', () => {
  test('waits with an output to be made for each that was asked for, each with its own seed', () => {
    expect(queued(3)).toMatchObject({
      status: 'queued',
      attempt: 0,
      outputs: [{ state: 'pending', seed: 5 }, { seed: 6 }, { seed: 7 }],
    });
    expect(outputSeed(4_294_967_295, 1)).toBe(0);
  });

  test('is begun by the next attempt only', () => {
    expect(begin(queued(), 2, 300)).toEqual({ ok: false, error: 'fenced' });
    expect(begin(processing(), 1, 300)).toEqual({ ok: false, error: 'not-now' });
    expect(must(begin(queued(), 1, 300))).toMatchObject({ status: 'processing', attempt: 1, startedAt: 300 });
  });

  test('takes nothing from an attempt that is not the current one', () => {
    const second = must(begin(must(loseAttempt(processing(), 1, 400, 3, fault)), 2, 500));
    for (const late of [
      heartbeat(second, 1, 600, 50),
      recordOutput(second, 1, 0, image(), 600),
      conclude(second, 1, 600),
      loseAttempt(second, 1, 600, 3, fault),
      giveBack(second, 1, 600),
    ])
      expect(late).toEqual({ ok: false, error: 'fenced' });
  });

  test('is concluded only when nothing is left to be made', () => {
    const half = must(recordOutput(processing(), 1, 0, image(), 400));
    expect(conclude(half, 1, 500)).toEqual({ ok: false, error: 'not-now' });
  });

  test('that delivered everything owes the whole price', () => {
    const all = must(recordOutput(must(recordOutput(processing(), 1, 0, image(), 400)), 1, 1, image(1, 1), 450));
    expect(must(conclude(all, 1, 500))).toMatchObject({
      status: 'succeeded',
      settlement: { state: 'due', captures: 5 },
      finishedAt: 500,
    });
  });

  test('that delivered a part owes that part', () => {
    const part = must(recordOutput(must(recordOutput(processing(), 1, 0, image(), 400)), 1, 1, failed, 450));
    expect(must(conclude(part, 1, 500))).toMatchObject({ status: 'succeeded', settlement: { captures: 3 } });
    expect(deliveredPrice(fresh(), 0)).toBe(0);
  });

  test('owes a surcharge once, whatever a draft deducts; nothing if nothing was delivered', () => {
    const price = { base: 1, perOutput: 2 };
    const surcharge = { amount: 5, work: 'w' };
    const deduction = { draft: fresh().id, amount: 4 };
    expect([0, 1, 2].map((delivered) => deliveredPrice({ price, surcharge }, delivered))).toEqual([0, 8, 10]);
    expect([0, 1, 2].map((delivered) => deliveredPrice({ price, surcharge, deduction }, delivered))).toEqual([0, 6, 6]);
  });

  test('that delivered nothing has failed and owes nothing', () => {
    const none = must(recordOutput(must(recordOutput(processing(), 1, 0, failed, 400)), 1, 1, failed, 450));
    expect(must(conclude(none, 1, 500))).toMatchObject({
      status: 'failed',
      error: { identifier: 'ENGINE_FAILED' },
      settlement: { captures: 0 },
    });
  });

  test('goes back to its place in the queue when an attempt is lost, and is concluded at the third', () => {
    let task = processing();
    for (const attempt of [1, 2]) {
      task = must(loseAttempt(task, attempt, 400, 3, fault));
      expect(task).toMatchObject({ status: 'queued', lost: attempt, queuedAt: 300 });
      task = must(begin(task, attempt + 1, 500));
    }
    expect(must(loseAttempt(task, 3, 600, 3, fault))).toMatchObject({
      status: 'failed',
      error: { identifier: 'ENGINE_TIMEOUT' },
      lost: 3,
    });
  });

  test('keeps what earlier attempts delivered', () => {
    let task: Task = must(recordOutput(processing(), 1, 0, image(), 350));
    for (const attempt of [1, 2, 3]) {
      task = must(loseAttempt(task, attempt, 400, 3, fault));
      if (attempt < 3) task = must(begin(task, attempt + 1, 500));
    }
    expect(task).toMatchObject({
      status: 'succeeded',
      settlement: { captures: 3 },
      outputs: [{ state: 'ready' }, { state: 'failed' }],
    });
  });

  test('loses no attempt when a worker gives it back', () => {
    expect(must(giveBack(processing(), 1, 400))).toMatchObject({ status: 'queued', attempt: 1, lost: 0 });
  });

  test('never takes a delivered output back', () => {
    const task = must(recordOutput(processing(), 1, 0, image(), 400));
    expect(recordOutput(task, 1, 0, failed, 450)).toEqual({ ok: false, error: 'not-now' });
    expect(recordOutput(task, 1, 9, image(), 450)).toEqual({ ok: false, error: 'not-now' });
  });

  test('that is refused for want of credits is hidden, and knows that its hold is unsure', () => {
    expect(must(refuse(fresh(), 200, productError('CREDITS_NOT_ENOUGH')))).toMatchObject({
      status: 'failed',
      hidden: true,
      unsureHold: true,
    });
    expect(refuse(queued(), 200, fault)).toEqual({ ok: false, error: 'not-now' });
  });

  test.each([
    ['reserving', fresh(), true],
    ['queued', queued(), false],
    ['processing', processing(), false],
  ] as const)('can be cancelled while %s', (_status, task, unsure) => {
    expect(must(cancel(task, 400, 'user'))).toMatchObject({
      status: 'canceled',
      unsureHold: unsure,
      settlement: { captures: 0 },
    });
  });

  test('cannot be cancelled twice, nor begun again', () => {
    const ended = must(cancel(processing(), 400, 'deadline'));
    expect(cancel(ended, 500, 'user').ok).toBe(false);
    expect(begin(ended, 2, 500).ok).toBe(false);
    expect(enqueue(ended, 500, undefined).ok).toBe(false);
  });

  test('lets go of its pictures when it is cancelled or deleted', () => {
    const stored = must(recordOutput(processing(), 1, 0, { ...image(), state: 'storing' }, 400));
    const canceled = must(cancel(stored, 500, 'user'));
    expect(droppedBlobs(stored, canceled)).toHaveLength(1);
    const done = must(conclude(must(recordOutput(processing(1), 1, 0, image(), 400)), 1, 500));
    const hidden = must(hide(done, 600));
    expect(droppedBlobs(done, hidden)).toHaveLength(1);
    expect(hidden.input).toMatchObject({ prompt: '', negativePrompt: '' });
    expect(hide(processing(), 600).ok).toBe(false);
  });

  test('that goes takes along what was written into its settings', () => {
    const designTask: Reserving = {
      ...fresh(),
      params: {
        procedure: 'template2Image.create',
        design: 'sale',
        palette: 'coral',
        headline: 'For Ann',
        sub: 'with love',
        line: 'Rose Street 4',
      },
    };
    for (const gone of [
      must(refuse(designTask, 200, fault)),
      must(hide(must(cancel(must(enqueue(designTask, 200, token)), 300, 'user')), 600)),
    ]) {
      expect(gone.params).toEqual({
        procedure: 'template2Image.create',
        design: 'sale',
        palette: 'coral',
        headline: '',
        sub: '',
        line: '',
      });
    }
  });

  test('drops the picture that an earlier attempt was storing when a later one stores its own', () => {
    const first = must(recordOutput(processing(), 1, 0, { ...image(1), state: 'storing' }, 400));
    const second = must(begin(must(loseAttempt(first, 1, 450, 3, fault)), 2, 500));
    const again = must(recordOutput(second, 2, 0, image(2), 550));
    expect(droppedBlobs(second, again)).toMatchObject([{ reference: 'task:task:0:1' }]);
  });

  test('is settled once', () => {
    const done = must(conclude(must(recordOutput(processing(1), 1, 0, image(), 400)), 1, 500));
    const settled = must(settle(done, 600, 3));
    expect(settled.settlement).toEqual({ state: 'settled', captured: 3, at: 600 });
    expect(settle(settled, 700, 0)).toEqual({ ok: false, error: 'not-now' });
    expect(settle(processing(), 700, 0)).toEqual({ ok: false, error: 'not-now' });
  });
});

type Step = (task: Task, at: number) => Result<Task, Refusal>;
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.constant<Step>((task, at) => enqueue(task, at, token)),
  fc.constant<Step>((task, at) => refuse(task, at, fault)),
  fc.integer({ min: 1, max: 5 }).map(
    (attempt): Step =>
      (task, at) =>
        begin(task, attempt, at),
  ),
  fc.tuple(fc.integer({ min: 1, max: 5 }), fc.nat(100)).map(
    ([attempt, percent]): Step =>
      (task, at) =>
        heartbeat(task, attempt, at, percent),
  ),
  fc
    .tuple(
      fc.integer({ min: 1, max: 5 }),
      fc.nat(2),
      fc.constantFrom<Output>(image(), { ...image(), state: 'storing' }, failed),
    )
    .map(
      ([attempt, index, output]): Step =>
        (task, at) =>
          recordOutput(task, attempt, index, output, at),
    ),
  fc.integer({ min: 1, max: 5 }).map(
    (attempt): Step =>
      (task, at) =>
        conclude(task, attempt, at),
  ),
  fc.integer({ min: 1, max: 5 }).map(
    (attempt): Step =>
      (task, at) =>
        loseAttempt(task, attempt, at, 3, fault),
  ),
  fc.integer({ min: 1, max: 5 }).map(
    (attempt): Step =>
      (task, at) =>
        giveBack(task, attempt, at),
  ),
  fc.constant<Step>((task, at) => cancel(task, at, 'user')),
  fc.nat(9).map(
    (captured): Step =>
      (task, at) =>
        settle(task, at, captured),
  ),
  fc.constant<Step>((task, at) => hide(task, at)),
);

describe('whatever is tried on a task, in whatever order', () => {
  test('it ends once, owes no more than it held, loses at most three attempts, and its attempts only grow', () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 40 }), (tried) => {
        let task: Task = fresh();
        tried.forEach((step, index) => {
          const next = step(task, 1_000 + index);
          if (!next.ok) return;
          if (hasEnded(task)) {
            expect(next.value.status).toBe(task.status);
            if (task.settlement.state === 'settled' && hasEnded(next.value))
              expect(next.value.settlement).toEqual(task.settlement);
          }
          if (task.status !== 'reserving' && next.value.status !== 'reserving')
            expect(next.value.attempt).toBeGreaterThanOrEqual(task.attempt);
          task = next.value;
          if (hasEnded(task) && task.settlement.state === 'due')
            expect(task.settlement.captures).toBeLessThanOrEqual(task.price.amount);
          if (task.status === 'succeeded' && !task.hidden)
            expect(task.outputs.some((output) => output.state === 'ready')).toBe(true);
          if (task.status !== 'reserving') expect(task.lost).toBeLessThanOrEqual(3);
        });
      }),
    );
  });
});
