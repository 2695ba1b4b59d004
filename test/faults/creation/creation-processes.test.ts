import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Engine, EngineProgress } from '../../../src/engine/port.js';
import { cancelTask } from '../../../src/creation/tasks/lifecycle.js';
import type { CreationSettings } from '../../../src/creation/tasks/settings.js';
import { taskIdOf, type Submitter } from '../../../src/creation/tasks/submit/submit.js';
import type { TaskView } from '../../../src/creation/tasks/task.shared.js';
import type { TaskId } from '../../../src/creation/tasks/task.js';
import type { Task } from '../../../src/creation/tasks/task.state.js';
import type { UserId } from '../../../src/kernel/ids.js';
import { redisServer } from '../../contract/adapters/servers.js';
import { describeUnless } from '../../support/needs.js';
import { until } from '../../support/until.js';
import { Installation, type Member } from './creation-processes.js';
import { assertClean, colourEngine, request } from './creation-world.js';

jest.setTimeout(120_000);

// Opaque ids of the test's own.
const ann: Submitter = { id: 'ann' as UserId, roles: [], language: 'en' };
const bob: Submitter = { id: 'bob' as UserId, roles: [], language: 'en' };
const press = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`;
const idOf = (number: number, user = ann): TaskId => taskIdOf(user.id, press(number));

/** So long that nothing in a test can have come about by it. */
const NEVER = 3_600_000;

function gate(): { readonly passed: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { passed, open: (): void => open() };
}

/** An engine that stops at a step until it is let go on, and says when it was told to stop. */
function held(progress: EngineProgress): {
  readonly engine: Engine;
  readonly begun: Promise<void>;
  readonly stopped: Promise<void>;
  letGo(): void;
} {
  const [begun, go, stopped] = [gate(), gate(), gate()];
  return {
    begun: begun.passed,
    stopped: stopped.passed,
    letGo: go.open,
    engine: {
      async *generate(request, on, signal) {
        signal.addEventListener('abort', () => {
          stopped.open();
          go.open();
        });
        on(progress);
        begun.open();
        await go.passed;
        if (!signal.aborted) yield* colourEngine.generate(request, on, signal);
      },
    },
  };
}

describeUnless(redisServer.missing, 'creations over several processes', () => {
  let url: string;
  let installation: Installation;
  beforeAll(async () => {
    url = await redisServer.url();
  });
  afterEach(() => installation.stop());
  afterAll(() => redisServer.stop());

  const set = async (settings: Partial<CreationSettings> = {}): Promise<void> => {
    installation = new Installation(url, settings);
    for (const { id } of [ann, bob]) await installation.world.ledger.grant(id, 10);
  };
  const submit = async ({ process }: Member, number: number, user = ann): Promise<void> => {
    const submitted = await process.creation.submission.submit(user, request({ requestId: press(number) }));
    if (!submitted.ok) throw new Error(submitted.error.identifier);
  };
  const task = async (
    { process }: Member,
    number: number,
    satisfied: (task: Task | undefined) => boolean,
    user = ann,
  ): Promise<Task | undefined> =>
    until(async () => (await process.creation.tasks.get(idOf(number, user)))?.document, satisfied);
  const succeeded = (found: Task | undefined): boolean => found?.status === 'succeeded';

  /** What a watcher is told of a task until it is told what it waits for. */
  const watched = async ({ process }: Member, satisfied: (view: TaskView) => boolean): Promise<TaskView> => {
    for await (const { view } of process.creation.viewer.watch(ann.id, undefined, new AbortController().signal))
      if (satisfied(view)) return view;
    throw new Error('the subscription ended');
  };

  it('makes on one what was asked of another, and tells it there without anybody looking again', async () => {
    await set({ lookAgainMs: NEVER });
    const api = await installation.start('none');
    await installation.start();
    const seen = watched(api, ({ status }) => status === 'succeeded');
    await submit(api, 1);
    expect(await seen).toMatchObject({ id: idOf(1), percent: 100 });
  });

  describe('progress', () => {
    const bytes = new Uint8Array([1, 2, 10, 0, 255]);
    const step: EngineProgress = { index: 0, stage: 'drawing', fraction: 0.5, preview: { bytes, type: 'image/webp' } };
    const shown = ({ outputs: [output] }: TaskView): boolean =>
      output?.state === 'pending' && output.previewUrl !== undefined;

    it('and the partial picture are seen on another process, as they come', async () => {
      await set({ lookAgainMs: NEVER });
      const work = held(step);
      const api = await installation.start('none');
      await installation.start(work.engine);
      const seen = watched(api, shown);
      await submit(api, 1);
      expect(await seen).toMatchObject({
        status: 'processing',
        percent: 50,
        outputs: [{ stage: 'drawing', percent: 50 }],
      });
      expect(await api.process.creation.live.preview(idOf(1), 1, 0)).toEqual({
        type: 'image/webp',
        bytes: Buffer.from(bytes),
      });
      work.letGo();
      await task(api, 1, succeeded);
      await until(
        () => api.process.creation.live.preview(idOf(1), 1, 0),
        (found) => found === undefined,
      );
    });

    it('are seen on a process that was started after the task had begun', async () => {
      await set({ lookAgainMs: NEVER });
      const work = held(step);
      const worker = await installation.start(work.engine);
      await submit(worker, 1);
      await work.begun;
      await until(
        () => worker.redis.commands.keys(`${worker.redis.prefix}*live:*`),
        (keys) => keys.length === 2,
      );
      const api = await installation.start('none');
      const found = await api.process.creation.tasks.get(idOf(1));
      const [view] = await api.process.creation.viewer.show(found === undefined ? [] : [found]);
      expect(view).toMatchObject({ percent: 50, outputs: [{ stage: 'drawing', percent: 50 }] });
      expect(await api.process.creation.live.preview(idOf(1), 1, 0)).toEqual({
        type: 'image/webp',
        bytes: Buffer.from(bytes),
      });
      expect(await api.process.creation.live.preview(idOf(1), 2, 0)).toBeUndefined();
      work.letGo();
      await task(api, 1, succeeded);
    });
  });

  describe('cancelling', () => {
    it('on one process stops the work on another at once, by a signal', async () => {
      await set({ leaseMs: NEVER, heartbeatMs: NEVER, lookAgainMs: NEVER });
      const work = held({ index: 0, stage: 'drawing', fraction: 0.1 });
      const api = await installation.start('none');
      await installation.start(work.engine);
      await submit(api, 1);
      await work.begun;
      expect((await cancelTask(api.process.creation, ann.id, idOf(1))).ok).toBe(true);
      await work.stopped;
      await until(
        () => api.process.creation.jobs.size('creation'),
        ({ held: left }) => left === 0,
      );
    });

    it('stops it by the next heartbeat when the signal is lost', async () => {
      await set({ leaseMs: NEVER, heartbeatMs: 50, lookAgainMs: NEVER });
      const work = held({ index: 0, stage: 'drawing', fraction: 0.1 });
      const worker = await installation.start(work.engine);
      await submit(worker, 1);
      await work.begun;
      // On a process that tells nobody.
      const api = await installation.world.boot(undefined, 'none', { jobs: worker.process.creation.jobs });
      expect((await cancelTask(api.creation, ann.id, idOf(1))).ok).toBe(true);
      await work.stopped;
    });
  });

  it('gives back at once what a worker had when it drains, at no one’s cost', async () => {
    await set({ leaseMs: NEVER, lookAgainMs: 200, sweepEveryMs: 50 });
    const work = held({ index: 0, stage: 'drawing', fraction: 0.1 });
    const leaving = await installation.start(work.engine);
    await submit(leaving, 1);
    await work.begun;
    const staying = await installation.start();
    await leaving.stop();
    const done = await task(staying, 1, succeeded);
    expect(done).toMatchObject({ status: 'succeeded' });
  });

  it('takes up what a killed worker had, and charges for it once', async () => {
    await set({ leaseMs: 1_500, heartbeatMs: 300, leadMs: 900, lookAgainMs: 200, sweepEveryMs: 50 });
    const work = held({ index: 0, stage: 'drawing', fraction: 0.1 });
    const doomed = await installation.start(work.engine);
    await submit(doomed, 1);
    await work.begun;
    const other = await installation.start();
    await doomed.kill();
    expect(await task(other, 1, succeeded)).toMatchObject({ attempt: 2 });
    await other.process.round();
    await assertClean(installation.world, other.process, [ann.id]);
  });

  it('lets no user run more than they may, whichever of two workers dispatches, and though the one that did dies', async () => {
    await set({ leaseMs: 1_500, heartbeatMs: 300, leadMs: 900, lookAgainMs: 200 });
    let running = 0;
    let max = 0;
    const counting: Engine = {
      async *generate(request, on, signal) {
        max = Math.max(max, (running += 1));
        try {
          await new Promise((resolve) => setTimeout(resolve, 30));
          yield* colourEngine.generate(request, on, signal);
        } finally {
          running -= 1;
        }
      },
    };
    const first = await installation.start(counting);
    const second = await installation.start(counting);
    for (const number of [1, 2]) await submit(number === 1 ? first : second, number);
    for (const number of [1, 2]) await task(second, number, succeeded);
    for (const number of [3, 4, 5]) await submit(second, number);
    await task(second, 3, (found) => found !== undefined && found.status !== 'queued');
    await first.kill();
    const third = await installation.start(counting);
    for (const number of [3, 4, 5]) await task(third, number, succeeded);
    expect(max).toBe(1);
  });

  it('goes on dispatching when the worker that did has died, and at once when it has ended in good order', async () => {
    await set({ leadMs: 900, lookAgainMs: NEVER });
    const leaders = [await installation.start(), await installation.start(), await installation.start()];
    for (const [index, leader] of leaders.entries()) {
      const last = leaders.at(-1) ?? leader;
      await submit(last, index + 1);
      await task(last, index + 1, succeeded);
      if (leader !== last) await (index === 0 ? leader.kill() : leader.stop());
    }
  });

  it('counts all workers in what it tells of the wait', async () => {
    await set({ concurrency: 3, sweepEveryMs: 50, lookAgainMs: NEVER });
    const api = await installation.start('none');
    const total = (): Promise<number> => Promise.resolve(api.process.creation.capacity.total());
    await until(total, (found) => found === 3);
    const one = await installation.start();
    await installation.start();
    await until(total, (found) => found === 6);
    await one.stop();
    await until(total, (found) => found === 3);
  });
});
