import { describe, expect, it } from '@jest/globals';
import { trash } from '../../../src/creation/library/marks.js';
import { deleteTask } from '../../../src/creation/tasks/lifecycle.js';
import { taskIdOf, type Submitter } from '../../../src/creation/tasks/submit/submit.js';
import { hide } from '../../../src/creation/tasks/task.js';
import type { InputOf } from '../../../src/creation/tasks/task.shared.js';
import type { TaskId, UserId } from '../../../src/kernel/ids.js';
import { colourEngine, request, World, type Process } from './creation-world.js';

// Opaque ids of the test's own.
const ann: Submitter = { id: 'ann' as UserId, roles: [], language: 'en' };
const bob: Submitter = { id: 'bob' as UserId, roles: [], language: 'en' };
const press = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`;

async function worldWith(credits: number): Promise<World> {
  const world = new World();
  for (const { id } of [ann, bob]) await world.ledger.grant(id, credits);
  return world;
}
const submit = (process: Process, number: number, given: Partial<InputOf<'text2Image.create'>> = {}, user = ann) =>
  process.creation.submission.submit(user, request({ requestId: press(number), ...given }));

/** The tasks that a subscription tells of at once, up to the one that has just been submitted. */
async function firstRound(process: Process, since: number | undefined): Promise<string[]> {
  const heard: string[] = [];
  const last = new Set<string>();
  for await (const task of process.creation.tasks.changedSince(ann.id, (since ?? Number.MAX_SAFE_INTEGER) - 10_000))
    last.add(task.id);
  for (const task of await process.creation.tasks.unfinished(ann.id)) last.add(task.id);
  for await (const { view } of process.creation.viewer.watch(ann.id, since, new AbortController().signal)) {
    heard.push(view.id);
    last.delete(view.id);
    if (last.size === 0) break;
  }
  return heard;
}

describe('watching', () => {
  it('tells at once what is unfinished, then every change, and goes on where it broke off', async () => {
    const world = await worldWith(10);
    const process = await world.boot();
    await submit(process, 1);
    const leaving = new AbortController();
    const seen: string[] = [];
    let cursor = 0;
    for await (const change of process.creation.viewer.watch(ann.id, undefined, leaving.signal)) {
      seen.push(change.view.status);
      cursor = change.cursor;
      if (seen.length === 1) void process.round();
      if (change.view.captured !== undefined) leaving.abort();
    }
    expect(seen[0]).toBe('queued');
    expect(seen).toContain('processing');
    expect(seen.at(-1)).toBe('succeeded');
    world.clock.move(60_000);
    await submit(process, 2);
    await process.round();
    // Long over, so that only who goes on from before hears of it.
    world.clock.move(60_000);
    await submit(process, 3);
    expect(await firstRound(process, cursor)).toEqual(
      expect.arrayContaining([taskIdOf(ann.id, press(2)), taskIdOf(ann.id, press(3))]),
    );
    expect(await firstRound(process, undefined)).toEqual([taskIdOf(ann.id, press(3))]);
  });

  it('skips nothing after a break in which more changed than fits a page, wherever it breaks off again', async () => {
    const world = await worldWith(10);
    const process = await world.boot();
    await submit(process, 1);
    await process.round();
    const [ended] = (await process.creation.tasks.list(ann.id, 1)).items;
    if (!ended) throw new Error('no task');
    const begun = world.clock.now();
    for (let number = 0; number < 230; number += 1) {
      world.clock.move(1_000);
      // An opaque id of the test's own.
      await process.creation.tasks.create({
        ...ended.document,
        id: `task-${number}` as TaskId,
        changedAt: world.clock.now(),
      });
    }
    const seen = new Set<string>();
    let cursor = begun;
    for (let breaks = 0; seen.size < 231 && breaks < 10; breaks += 1) {
      const leaving = new AbortController();
      let heard = 0;
      for await (const change of process.creation.viewer.watch(ann.id, cursor, leaving.signal)) {
        seen.add(change.view.id);
        cursor = change.cursor;
        heard += 1;
        if (heard === 70 || seen.size === 231) break;
      }
    }
    expect(seen.size).toBe(231);
  });

  it('tells that a task was deleted, to who was there and to who comes back', async () => {
    const world = await worldWith(10);
    const process = await world.boot();
    await submit(process, 1, { prompt: 'a private lake' });
    await process.round();
    const before = world.clock.now();
    world.clock.move(60_000);
    await submit(process, 2);
    const leaving = new AbortController();
    const received: unknown[] = [];
    for await (const { view } of process.creation.viewer.watch(ann.id, undefined, leaving.signal)) {
      if (view.id === taskIdOf(ann.id, press(2))) void deleteTask(process.creation, ann.id, taskIdOf(ann.id, press(1)));
      else {
        received.push(view);
        leaving.abort();
      }
    }
    expect(received).toMatchObject([
      { id: taskIdOf(ann.id, press(1)), deleted: true, input: { prompt: '' }, outputs: [] },
    ]);
    const again: unknown[] = [];
    for await (const { view } of process.creation.viewer.watch(ann.id, before, new AbortController().signal)) {
      again.push(view);
      if (again.length === 2) break;
    }
    expect(again).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: taskIdOf(ann.id, press(1)), deleted: true })]),
    );
  });

  it('tells that a task in the trash was deleted for good', async () => {
    const world = await worldWith(10);
    const process = await world.boot();
    await submit(process, 1);
    await process.round();
    const id = taskIdOf(ann.id, press(1));
    const received: unknown[] = [];
    const leaving = new AbortController();
    const { tasks, signals, viewer } = process.creation;
    const put = async (change: typeof trash) => {
      const changed = await tasks.change(id, (task) => change(task, world.clock.now()));
      if (changed.ok) signals.changed(changed.value.document, 'document');
    };
    for await (const { view } of viewer.watch(ann.id, world.clock.now() - 1_000, leaving.signal)) {
      received.push([view.deleted, view.trashedAt !== undefined]);
      if (received.length === 1) void put(trash);
      if (received.length === 2) void put(hide);
      if (received.length === 3) leaving.abort();
    }
    expect(received).toEqual([
      [undefined, false],
      [true, true],
      [true, false],
    ]);
  });

  it('tells of progress under the version that a heartbeat has raised', async () => {
    const world = await worldWith(10);
    const gate: { open: () => void } = { open: () => undefined };
    const shut = new Promise<void>((resolve) => {
      gate.open = resolve;
    });
    const process = await world.boot(undefined, {
      async *generate(request, on, signal) {
        on({ index: 0, stage: 'drawing', fraction: 0.1 });
        await shut;
        yield* colourEngine.generate(request, on, signal);
      },
    });
    await submit(process, 1);
    const running = process.round();
    const leaving = new AbortController();
    const versions: number[] = [];
    let beaten = 0;
    for await (const { view } of process.creation.viewer.watch(ann.id, undefined, leaving.signal)) {
      if (view.status !== 'processing') continue;
      const [attempt] = process.creation.worker?.attempts() ?? [];
      versions.push(view.version);
      if (versions.length === 1) {
        await attempt?.beat();
        const found = await process.creation.tasks.get(taskIdOf(ann.id, press(1)));
        beaten = found === undefined ? 0 : process.creation.viewer.view(found).version;
      } else leaving.abort();
    }
    expect(beaten).toBeGreaterThan(versions[0] ?? 0);
    expect(versions[1]).toBeGreaterThanOrEqual(beaten);
    gate.open();
    await running;
  });

  it('shows versions that only grow, and the previews of what is being drawn', async () => {
    const world = await worldWith(10);
    const process = await world.boot();
    await submit(process, 1, { count: 2 });
    const leaving = new AbortController();
    const versions: number[] = [];
    const previews = new Set<string>();
    for await (const { view } of process.creation.viewer.watch(ann.id, undefined, leaving.signal)) {
      versions.push(view.version);
      for (const output of view.outputs)
        if (output.state === 'pending' && output.previewUrl !== undefined) previews.add(output.previewUrl);
      if (versions.length === 1) void process.round();
      if (view.captured !== undefined) leaving.abort();
    }
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
    expect([...previews][0]).toMatch(/^\/api\/media\/[0-9a-f-]{36}\/0\/preview\?v=1$/);
  });

  it('tells a user nothing of another’s tasks', async () => {
    const world = await worldWith(10);
    const process = await world.boot();
    await submit(process, 1);
    await submit(process, 1, {}, bob);
    const leaving = new AbortController();
    const seen = new Set<string>();
    for await (const { view } of process.creation.viewer.watch(bob.id, undefined, leaving.signal)) {
      seen.add(view.id);
      if (view.status === 'queued') void process.round();
      if (view.captured !== undefined) leaving.abort();
    }
    expect([...seen]).toEqual([taskIdOf(bob.id, press(1))]);
  });
});
