import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { productError } from '../../kernel/errors.shared.js';
import type { TaskId, UserId } from '../../kernel/ids.js';
import type { StreamName } from '../../kernel/event-sourcing/event.js';
import type { BlobHash } from '../../platform/blobs/port.js';
import { begin as beginTask, cancel, conclude, enqueue, recordOutput, reserve } from '../tasks/task.js';
import type { Task } from '../tasks/task.state.js';
import type { NodeId } from './board.shared.js';
import {
  begin,
  cancelRun,
  expired,
  nextStep,
  putOff,
  refusedStep,
  settled,
  sourcesOf,
  submitting,
  viewRun,
  type Planned,
  type Run,
} from './run.js';

const idOf = (index: number): NodeId => `n${index}` as NodeId;
const taskIdOf = (node: NodeId): TaskId => `task-${node}` as TaskId;

const step = (index: number, from: readonly number[] = []): Planned => ({
  node: idOf(index),
  procedure: 'image2Image.create',
  model: 'm',
  settings: {},
  prompt: '',
  price: 2,
  priceVersion: 1,
  feeds: from.map((one) => ({ role: 'image', step: idOf(one) })),
});
const named = { id: 'run', fingerprint: 'f', createdAt: 0, language: 'en', consent: false };

function must<T>(result: { readonly ok: true; readonly value: T } | { readonly ok: false }): T {
  if (!result.ok) throw new Error('refused');
  return result.value;
}

/** A task in the given final or working state. */
function task(id: TaskId, how: 'succeeded' | 'failed' | 'canceled' | 'working'): Task {
  const wanted = reserve({
    id,
    owner: 'ann' as UserId,
    payer: 'ann' as UserId,
    fingerprint: 'f',
    input: { prompt: '', negativePrompt: '', model: 'm', count: 1, seed: 1 },
    params: { procedure: 'image2Image.create', style: 'ink', strength: 0.5 },
    sources: [],
    media: 'image',
    seconds: 0,
    width: 64,
    height: 64,
    price: { amount: 2, base: 0, perOutput: 2, version: 1 },
    eligibility: 'any',
    parallel: 1,
    lane: 'free',
    marked: false,
    createdAt: 0,
    deadlineAt: 60_000,
  });
  // a test stream
  const working = must(beginTask(must(enqueue(wanted, 0, { stream: 's' as StreamName, revision: 0 })), 1, 0));
  if (how === 'working') return working;
  if (how === 'canceled') return must(cancel(working, 1, 'user'));
  const output =
    how === 'succeeded'
      ? {
          state: 'ready' as const,
          seed: 1,
          type: 'image/png' as const,
          hash: 'h' as BlobHash,
          reference: 'r',
          width: 64,
          height: 64,
          bytes: 1,
        }
      : { state: 'failed' as const, seed: 1, error: productError('ENGINE_FAILED') };
  return must(conclude(must(recordOutput(working, 1, 0, output, 0)), 1, 0));
}

const tasksOf = (...tasks: readonly Task[]): ReadonlyMap<TaskId, Task> => new Map(tasks.map((one) => [one.id, one]));
const statuses = (run: Run): readonly string[] => run.steps.map(({ status }) => status);

describe('a run', () => {
  it('goes from step to step, each made from the one before', () => {
    let run = begin(named, [step(0), step(1, [0])]);
    expect(nextStep(run, 4, 0, false)?.node).toBe('n0');
    run = submitting(run, idOf(0), taskIdOf(idOf(0)));
    expect(nextStep(run, 4, 0, false)).toBeUndefined();
    expect(settled(run, tasksOf(task(taskIdOf(idOf(0)), 'working')), 1)).toBe(run);
    run = settled(run, tasksOf(task(taskIdOf(idOf(0)), 'succeeded')), 1);
    const [, second] = run.steps;
    if (second === undefined) throw new Error('no second step');
    expect(nextStep(run, 4, 0, false)).toBe(second);
    expect(sourcesOf(run, second)).toEqual([{ role: 'image', ref: { from: 'output', taskId: 'task-n0', index: 0 } }]);
    run = settled(submitting(run, idOf(1), taskIdOf(idOf(1))), tasksOf(task(taskIdOf(idOf(1)), 'succeeded')), 2);
    expect(viewRun(run)).toMatchObject({ status: 'succeeded', total: 4 });
  });

  it('blocks what hangs on a failure and nothing else', () => {
    const run = begin(named, [step(0), step(1, [0]), step(2), step(3, [1])]);
    const failed = refusedStep(run, idOf(0), productError('SENSITIVE_TEXT'), 1);
    expect([failed.status, statuses(failed)]).toEqual(['running', ['failed', 'blocked', 'waiting', 'blocked']]);
    const done = settled(
      submitting(failed, idOf(2), taskIdOf(idOf(2))),
      tasksOf(task(taskIdOf(idOf(2)), 'succeeded')),
      2,
    );
    expect([done.status, statuses(done)]).toEqual(['failed', ['failed', 'blocked', 'succeeded', 'blocked']]);
  });

  it('waits after a refusal for now, and for want of room no longer than until there is some', () => {
    const run = begin(named, [step(0)]);
    const full = putOff(submitting(run, idOf(0), taskIdOf(idOf(0))), idOf(0), 'PARALLEL_TASK_LIMIT', 100);
    expect([
      nextStep(full, 1, 99, false),
      nextStep(full, 1, 99, true)?.node,
      nextStep(full, 1, 100, false)?.node,
    ]).toEqual([undefined, 'n0', 'n0']);
    const fast = putOff(run, idOf(0), 'AI_RATE_LIMIT', 100);
    expect([nextStep(fast, 1, 99, true), nextStep(fast, 1, 100, true)?.node]).toEqual([undefined, 'n0']);
  });

  it('is given up when it has waited too long', () => {
    const run = expired(begin(named, [step(0), step(1, [0])]), 5);
    expect([run.status, statuses(run)]).toEqual(['failed', ['failed', 'failed']]);
  });

  it('that is cancelled begins with nothing more, and has ended when its tasks have', () => {
    const run = cancelRun(submitting(begin(named, [step(0), step(1, [0]), step(2)]), idOf(0), taskIdOf(idOf(0))));
    expect(nextStep(run, 4, 0, true)).toBeUndefined();
    const waiting = settled(run, tasksOf(task(taskIdOf(idOf(0)), 'working')), 1);
    expect([waiting.status, statuses(waiting)]).toEqual(['running', ['running', 'canceled', 'canceled']]);
    expect(settled(waiting, tasksOf(task(taskIdOf(idOf(0)), 'canceled')), 2)).toMatchObject({
      status: 'canceled',
      endedAt: 2,
    });
    expect(cancelRun(settled(waiting, tasksOf(task(taskIdOf(idOf(0)), 'succeeded')), 2))).toMatchObject({
      status: 'canceled',
      steps: [{ status: 'succeeded' }, {}, {}],
    });
  });

  it('always ends, whatever its tasks come to, with nothing begun before what it is made from and never more at once than there is room', () => {
    const boards = fc
      .array(fc.option(fc.nat(), { nil: undefined }), { minLength: 1, maxLength: 8 })
      .map((parents) =>
        parents.map((parent, index) => step(index, parent === undefined || index === 0 ? [] : [parent % index])),
      );
    const fate = fc.constantFrom('succeeded' as const, 'failed' as const, 'canceled' as const, 'refused' as const);
    fc.assert(
      fc.property(
        boards,
        fc.integer({ min: 1, max: 4 }),
        fc.array(fate, { minLength: 8, maxLength: 8 }),
        (planned, room, fates) => {
          let run = begin(named, planned);
          for (let round = 0; run.status === 'running'; round += 1) {
            for (let next = nextStep(run, room, 0, false); next !== undefined; next = nextStep(run, room, 0, false)) {
              expect(sourcesOf(run, next)).toHaveLength(next.feeds.length);
              run = submitting(run, next.node, taskIdOf(next.node));
            }
            const under = run.steps.filter(({ status }) => status === 'running');
            expect(under.length).toBeGreaterThan(0);
            expect(under.length).toBeLessThanOrEqual(room);
            const [first] = under;
            const how = fates[round];
            if (first === undefined || how === undefined) throw new Error('more rounds than steps');
            run =
              how === 'refused'
                ? refusedStep(run, first.node, productError('CREDITS_NOT_ENOUGH'), round)
                : settled(run, tasksOf(task(taskIdOf(first.node), how)), round);
          }
          const failed = new Set(run.steps.filter(({ status }) => status !== 'succeeded').map(({ node }) => node));
          for (const { status, feeds } of run.steps)
            expect(status === 'blocked').toBe(feeds.some((feed) => 'step' in feed && failed.has(feed.step)));
          expect(run.status).toBe(failed.size === 0 ? 'succeeded' : 'failed');
        },
      ),
    );
  });
});
