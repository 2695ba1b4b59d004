import { describe, expect, it } from '@jest/globals';
import { allowedBy } from '../../../src/billing/plans/entitlements.shared.js';
import type {
  BoardContent,
  BoardEdge,
  BoardNode,
  BoardStateView,
  NodeId,
  RunView,
} from '../../../src/creation/boards/board.shared.js';
import { BOARD_RATES, type Asking } from '../../../src/creation/boards/boards.js';
import { mergeVisitorBoards, purgeBoards } from '../../../src/creation/boards/merge-visitor.js';
import type { Engine } from '../../../src/engine/port.js';
import { mergeVisitorTasks } from '../../../src/creation/tasks/merge-visitor.js';
import { defaultProjectOf } from '../../../src/creation/projects/project.js';
import { CREATION_DEFAULTS } from '../../../src/creation/tasks/settings.js';
import type { Submitter } from '../../../src/creation/tasks/submit/submit.js';
import { productError } from '../../../src/kernel/errors.shared.js';
import type { UserId } from '../../../src/kernel/ids.js';
import type { Result } from '../../../src/kernel/result.js';
import { assertClean, colourEngine, everyTaskOf, Life, request, World, type Process } from './creation-world.js';

/** How long a story may take on a slow machine, milliseconds; nothing hangs on it. */
const PATIENCE = 900_000;

// Opaque ids of the test's own.
const ann: Submitter = { id: 'ann' as UserId, roles: [], language: 'en' };
const bob: Submitter = { id: 'bob' as UserId, roles: [], language: 'en' };
const idOf = (name: string): NodeId => name as NodeId;
const press = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const drawn = (name: string, prompt = 'a lake'): BoardNode => ({
  kind: 'creation',
  id: idOf(name),
  x: 0,
  y: 0,
  procedure: 'text2Image.create',
  model: 'preview',
  settings: { seed: 1, aspect: '9:16' },
  prompt,
});
const restyled = (name: string, prompt = ''): BoardNode => ({
  kind: 'creation',
  id: idOf(name),
  x: 0,
  y: 0,
  procedure: 'image2Image.create',
  model: 'preview-restyle',
  settings: { seed: 1, style: 'ink' },
  prompt,
});
const edge = (from: string, to: string): BoardEdge => ({
  id: `${from}-${to}`,
  from: idOf(from),
  to: idOf(to),
  feeds: 'image',
});
/** A picture, made over, made over again. */
const CHAIN: BoardContent = {
  nodes: [drawn('a'), restyled('b'), restyled('c')],
  edges: [edge('a', 'b'), edge('b', 'c')],
};
/** One picture, made over in two ways, one of them once more. */
const BRANCHES: BoardContent = {
  nodes: [drawn('a'), restyled('b'), restyled('c'), restyled('d')],
  edges: [edge('a', 'b'), edge('a', 'c'), edge('c', 'd')],
};

const asking = (given: Partial<Asking> = {}): Asking => ({
  to: null,
  anew: false,
  version: 1,
  requestId: press(1),
  total: 100,
  consent: false,
  ...given,
});

function must<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

async function worldOf(credits = 20): Promise<World> {
  const world = new World({ ...CREATION_DEFAULTS, requestsAMinute: 1_000 });
  await world.ledger.grant(ann.id, credits);
  return world;
}

const begin = async (
  process: Process,
  content: BoardContent,
  given: Partial<Asking> = {},
  user: Submitter = ann,
): Promise<RunView> => {
  must(await process.creation.services.boards.save(user.id, undefined, 0, content));
  return must(await process.creation.services.boards.run(user, undefined, asking(given)));
};
const runOf = async (process: Process, owner = ann.id): Promise<RunView | undefined> =>
  must(await process.creation.services.boards.get(owner, undefined)).run;
const statusOf = (run: RunView | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries((run?.steps ?? []).map(({ node, status }) => [node, status]));

/** Rounds of everything that a process does by itself, until its owner's run has ended. */
async function carryOn(
  process: Process,
  owner = ann.id,
  each: () => Promise<void> = async () => undefined,
): Promise<RunView> {
  for (let round = 0; round < 40; round += 1) {
    const run = await runOf(process, owner);
    if (run !== undefined && run.status !== 'running') {
      await process.round();
      return run;
    }
    await each();
    await process.round();
  }
  throw new Error(`it goes on for ever: ${JSON.stringify(await runOf(process, owner))}`);
}

const failing = (prompt: string): Engine => ({
  async *generate(request, on, signal) {
    for await (const outcome of colourEngine.generate(request, on, signal))
      yield request.prompt === prompt
        ? { index: outcome.index, state: 'failed', error: productError('ENGINE_FAILED'), again: false }
        : outcome;
  },
});

describe('a chain of creations', () => {
  it('goes on by itself, each made from the one before, and costs what its steps cost', async () => {
    const world = await worldOf();
    const process = await world.boot();
    expect(statusOf(await begin(process, CHAIN))).toEqual({ a: 'running', b: 'waiting', c: 'waiting' });
    expect(await carryOn(process)).toMatchObject({
      status: 'succeeded',
      total: 3,
      steps: [{ status: 'succeeded', price: 1 }, { status: 'succeeded' }, { status: 'succeeded' }],
    });
    const board = must(await process.creation.services.boards.get(ann.id, undefined));
    const made = board.nodes.map((node) => (node.kind === 'creation' ? node.made?.taskId : undefined));
    expect([new Set(made).size, made.includes(undefined)]).toEqual([3, false]);
    for (const { document } of await everyTaskOf(process, ann.id))
      if (document.params.procedure === 'image2Image.create') expect(document.sources).toHaveLength(1);
    expect(await world.ledger.balance(ann.id)).toMatchObject({ spent: 3, held: 0 });
    await assertClean(world, process, [ann.id]);
    // Nothing has changed: nothing is made again, and nothing is paid.
    expect(
      must(await process.creation.services.boards.run(ann, undefined, asking({ requestId: press(2), total: 0 }))),
    ).toMatchObject({
      status: 'succeeded',
      total: 0,
      steps: [{ status: 'reused' }, { status: 'reused' }, { status: 'reused' }],
    });
    expect(
      must(
        await process.creation.services.boards.run(
          ann,
          undefined,
          asking({ requestId: press(3), total: 1, to: idOf('b'), anew: true }),
        ),
      ),
    ).toMatchObject({ total: 1, steps: [{ status: 'reused' }, { status: 'running' }] });
    await carryOn(process);
    await assertClean(world, process, [ann.id]);
  });

  it("goes on though another's work cannot be read", async () => {
    const world = await worldOf();
    const process = await world.boot();
    await world.documents.carryIn('board_works_v1', [
      {
        id: 'damaged',
        version: 1,
        document: { id: 'damaged', owner: 'bob', upkeep: 'open', changedAt: 0, steps: 'none' },
        outbox: [],
      },
    ]);
    await begin(process, CHAIN);
    expect(await carryOn(process)).toMatchObject({ status: 'succeeded', total: 3 });
  });

  it(
    'is left off nowhere by a crash, and no step of it is charged twice',
    async () => {
      const story = async (world: World, life: Life): Promise<void> => {
        try {
          const process = await world.boot(life);
          await begin(process, CHAIN);
          await carryOn(process);
        } catch (error) {
          if (!life.isOver) throw error;
        }
      };
      const length = new Life();
      await story(await worldOf(), length);
      expect(length.trace.length).toBeGreaterThan(60);
      for (let call = 1; call <= length.trace.length; call += 1) {
        const when = call % 2 === 0 ? 'before' : 'after';
        const world = await worldOf();
        await story(world, new Life({ call, when }));
        const process = await world.boot();
        try {
          const board = must(await process.creation.services.boards.get(ann.id, undefined));
          if (board.version === 0) must(await process.creation.services.boards.save(ann.id, undefined, 0, CHAIN));
          // The browser presses again: the same request.
          must(await process.creation.services.boards.run(ann, undefined, asking()));
          const run = await carryOn(process, ann.id, async () => world.clock.move(70_000));
          expect(run).toMatchObject({ status: 'succeeded', total: 3 });
          world.clock.move(70_000);
          await process.round();
          await assertClean(world, process, [ann.id]);
          expect((await everyTaskOf(process, ann.id)).length).toBe(3);
          expect(await world.ledger.balance(ann.id)).toMatchObject({ spent: 3 });
        } catch (error) {
          throw new Error(
            `dies ${when} call ${call} (${length.trace[call - 1]}): ${error instanceof Error ? error.message : String(error)}`,
            { cause: error },
          );
        }
      }
    },
    PATIENCE,
  );

  it('goes on when the message of a task’s end is lost: the sweeper finds it', async () => {
    const world = await worldOf();
    const process = await world.boot();
    await begin(process, CHAIN);
    for (let round = 0; (await runOf(process))?.status === 'running'; round += 1) {
      expect(round).toBeLessThan(40);
      await process.creation.dispatcher.lookAtAll();
      await process.creation.worker?.round();
      await process.creation.worker?.idle();
      for (const message of await world.documents.pendingMessages(100))
        await world.documents.settleMessages([message.id]);
      world.clock.move(20_000);
      await process.creation.sweeper.sweep();
    }
    expect(await runOf(process)).toMatchObject({ status: 'succeeded' });
  });

  it('that fails in the middle blocks what hangs on it, goes on beside it, and costs only what was delivered', async () => {
    const world = await worldOf();
    const process = await world.boot(undefined, failing('no luck'));
    await begin(process, { ...BRANCHES, nodes: [drawn('a'), restyled('b'), restyled('c', 'no luck'), restyled('d')] });
    const run = await carryOn(process);
    expect([run.status, statusOf(run)]).toEqual([
      'failed',
      { a: 'succeeded', b: 'succeeded', c: 'failed', d: 'blocked' },
    ]);
    expect(run.steps.find(({ node }) => node === 'c')).toMatchObject({ error: { identifier: 'ENGINE_FAILED' } });
    expect(await world.ledger.balance(ann.id)).toMatchObject({ spent: 2, held: 0 });
    await assertClean(world, process, [ann.id]);
    // What was made stays; the rest is tried again.
    expect(
      must(await process.creation.services.boards.run(ann, undefined, asking({ requestId: press(2) }))),
    ).toMatchObject({
      total: 2,
      steps: [{ status: 'reused' }, { status: 'reused' }, { status: 'running' }, { status: 'waiting' }],
    });
  });

  it('of which a step’s words are refused costs nothing for that step', async () => {
    const world = await worldOf();
    const process = await world.boot();
    await begin(process, { ...CHAIN, nodes: [drawn('a'), restyled('b', 'something forbidden'), restyled('c')] });
    const run = await carryOn(process);
    expect(run).toMatchObject({
      status: 'failed',
      steps: [
        { status: 'succeeded' },
        { status: 'failed', error: { identifier: 'SENSITIVE_TEXT' } },
        { status: 'blocked' },
      ],
    });
    expect(await world.ledger.balance(ann.id)).toMatchObject({ spent: 1, held: 0 });
  });

  it('that is cancelled keeps what was delivered, drops the rest and holds nothing', async () => {
    const world = await worldOf();
    const process = await world.boot();
    const { id } = await begin(process, CHAIN);
    while ((await runOf(process))?.steps[0]?.status !== 'succeeded') await process.round();
    expect(must(await process.creation.services.runs.cancel(ann.id, id))).toMatchObject({
      status: 'canceled',
      steps: [{ status: 'succeeded' }, { status: 'canceled' }, { status: 'canceled' }],
    });
    expect(await process.creation.services.runs.cancel(bob.id, id)).toMatchObject({
      ok: false,
      error: { identifier: 'RUN_NOT_FOUND' },
    });
    for (let round = 0; round < 3; round += 1) await process.round();
    expect(await world.ledger.balance(ann.id)).toMatchObject({ spent: 1, held: 0 });
    await assertClean(world, process, [ann.id]);
  });

  it('that is cancelled while a submission is on its way leaves no task running', async () => {
    const world = await worldOf();
    const process = await world.boot(undefined, undefined, {
      checkText: async (text) => {
        // Another process cancels while this one moderates.
        if (text === 'a slow lake') {
          const other = await world.boot(undefined, 'none');
          const run = await runOf(other);
          if (run !== undefined) await other.creation.services.runs.cancel(ann.id, run.id);
        }
        return { ok: true, value: undefined };
      },
    });
    await begin(process, { nodes: [drawn('a', 'a slow lake'), restyled('b')], edges: [edge('a', 'b')] });
    expect(await runOf(process)).toMatchObject({ status: 'canceled' });
    for (let round = 0; round < 3; round += 1) await process.round();
    expect((await everyTaskOf(process, ann.id)).map(({ document }) => document.status)).toEqual(['canceled']);
    expect(await world.ledger.balance(ann.id)).toMatchObject({ spent: 0, held: 0 });
  });

  it('waits while there is no room for another task, and then goes on', async () => {
    const world = await worldOf();
    const process = await world.boot();
    for (let number = 10; number < 15; number += 1)
      must(await process.creation.submission.submit(ann, request({ requestId: press(number) })));
    await begin(process, CHAIN);
    expect(statusOf(await runOf(process))).toEqual({ a: 'waiting', b: 'waiting', c: 'waiting' });
    expect(await carryOn(process)).toMatchObject({ status: 'succeeded' });
    await assertClean(world, process, [ann.id]);
  });

  it('waits when too much was asked for in a minute, and then goes on', async () => {
    const world = new World({ ...CREATION_DEFAULTS, requestsAMinute: 1 });
    await world.ledger.grant(ann.id, 20);
    const process = await world.boot();
    await begin(process, CHAIN);
    for (let round = 0; round < 4; round += 1) await process.round();
    expect(statusOf(await runOf(process))).toEqual({ a: 'succeeded', b: 'waiting', c: 'waiting' });
    expect(await carryOn(process, ann.id, async () => world.clock.move(61_000))).toMatchObject({ status: 'succeeded' });
  });

  it('is given up, and charged for no more, when it has waited for a day', async () => {
    const world = await worldOf();
    const process = await world.boot();
    for (let number = 10; number < 15; number += 1)
      must(await process.creation.submission.submit(ann, request({ requestId: press(number) })));
    await begin(process, CHAIN);
    world.clock.move(CREATION_DEFAULTS.deadlineMs + 1);
    await process.creation.services.runs.sweep();
    expect(await runOf(process)).toMatchObject({
      status: 'failed',
      steps: [{ error: { identifier: 'TASK_EXPIRED' } }, {}, {}],
    });
  });

  it('has its branches made side by side, as many as the plan allows', async () => {
    const world = await worldOf();
    const process = await world.boot(undefined, undefined, {
      entitlements: async () => allowedBy('basic'),
      caller: async () => ({ email: 'ann@example.org', roles: [] }),
    });
    const wide: BoardContent = { nodes: ['a', 'b', 'c', 'd', 'e'].map((name) => drawn(name)), edges: [] };
    const run = await begin(process, wide, {}, { ...ann, email: 'ann@example.org' });
    expect(Object.values(statusOf(run))).toEqual(['running', 'running', 'waiting', 'waiting', 'waiting']);
    const max = { running: 0 };
    await carryOn(process, ann.id, async () => {
      max.running = Math.max(
        max.running,
        (await runOf(process))?.steps.filter(({ status }) => status === 'running').length ?? 0,
      );
    });
    expect(max.running).toBe(2);
    await assertClean(world, process, [ann.id]);
  });

  it('is never dearer than it was shown: what costs more by then is refused', async () => {
    const world = await worldOf();
    const model = { isDearer: false };
    const { findLocalModel } = await import('../../../src/creation/procedures/models.shared.js');
    const process = await world.boot(undefined, undefined, {
      findModel: async (id) => {
        const found = findLocalModel(id);
        return found && model.isDearer ? { ...found, cost: { ...found.cost, base: 5 } } : found;
      },
    });
    await begin(process, CHAIN);
    model.isDearer = true;
    const run = await carryOn(process);
    expect(run).toMatchObject({
      status: 'failed',
      steps: [
        { status: 'succeeded' },
        { status: 'failed', error: { identifier: 'PRICE_CHANGED' } },
        { status: 'blocked' },
      ],
    });
    expect(await world.ledger.balance(ann.id)).toMatchObject({ spent: 1, held: 0 });
  });
});

describe('watching a board', () => {
  it('tells at once what is there, then each change once, made by another process too, and goes on where it broke off', async () => {
    const world = await worldOf();
    // The other process is heard of by looking again alone: its signals do not come here.
    const process = await world.boot(undefined, 'none', { settings: { ...world.settings, lookAgainMs: 20 } });
    const worker = await world.boot();
    await begin(process, CHAIN);
    const id = defaultProjectOf(ann.id);
    const watch = (seen: number | undefined) =>
      process.creation.services.watch.watch(ann.id, id, seen, new AbortController().signal);
    const received: BoardStateView[] = [];
    let working: Promise<unknown> | undefined;
    for await (const work of watch(undefined)) {
      received.push(work);
      working ??= carryOn(worker);
      if (work.run?.status !== 'running') break;
    }
    expect(received[0]).toMatchObject({ projectId: id, made: {}, run: { status: 'running' } });
    expect(received.at(-1)).toMatchObject({ run: { status: 'succeeded' } });
    expect(Object.keys(received.at(-1)?.made ?? {})).toEqual(['a', 'b', 'c']);
    const versions = received.map(({ version }) => version);
    expect(versions).toEqual([...new Set(versions)].sort((one, other) => one - other));
    await working;
    // Whoever has seen it all hears of nothing but what comes.
    const later = watch(versions.at(-1)).next();
    must(await process.creation.services.boards.run(ann, undefined, asking({ requestId: press(2), total: 0 })));
    expect((await later).value).toMatchObject({ run: { total: 0, status: 'succeeded' } });
  });
});

describe('what a board hangs on', () => {
  it('of a visitor comes along into the account, drawing, results and the run under way', async () => {
    const world = await worldOf();
    await world.ledger.grant(bob.id, 20);
    const process = await world.boot();
    must(await process.creation.services.boards.save(bob.id, undefined, 0, { nodes: [drawn('own')], edges: [] }));
    await begin(process, CHAIN);
    while ((await runOf(process))?.steps[0]?.status !== 'succeeded') await process.round();
    const deps = { boards: process.creation.boardStore, boardRuns: process.creation.services.runs, clock: world.clock };
    for (let time = 0; time < 2; time += 1) {
      await mergeVisitorTasks(process.creation, ann.id, bob.id);
      await mergeVisitorBoards(deps, ann.id, bob.id);
    }
    expect(must(await process.creation.services.boards.get(ann.id, undefined))).toMatchObject({
      version: 0,
      nodes: [],
    });
    expect(await carryOn(process, bob.id)).toMatchObject({
      status: 'succeeded',
      steps: [{ status: 'succeeded' }, { status: 'succeeded' }, { status: 'succeeded' }],
    });
    const board = must(await process.creation.services.boards.get(bob.id, undefined));
    expect(board.nodes.map(({ id }) => id)).toEqual(['own', 'a', 'b', 'c']);
    expect(board.nodes.map((node) => node.kind === 'creation' && node.made !== undefined)).toEqual([
      false,
      true,
      true,
      true,
    ]);
    expect((await everyTaskOf(process, bob.id)).length).toBe(3);
  });

  it('goes with its project: what runs is cancelled, what was delivered stays', async () => {
    const world = await worldOf();
    const process = await world.boot();
    const project = must(await process.creation.projects.create(ann.id, press(50), 'Harbour'));
    const id = must(
      await process.creation.services.boards.own(ann.id, project.id as ReturnType<typeof defaultProjectOf>),
    ); // the project's own
    must(await process.creation.services.boards.save(ann.id, id, 0, CHAIN));
    must(await process.creation.services.boards.run(ann, id, asking()));
    while (must(await process.creation.services.boards.get(ann.id, id)).run?.steps[0]?.status !== 'succeeded')
      await process.round();
    expect((await everyTaskOf(process, ann.id)).map(({ document }) => document.project)).toEqual([id, id]);
    must(await process.creation.projects.delete(ann.id, id));
    expect(await process.creation.services.boards.get(ann.id, id)).toMatchObject({
      ok: false,
      error: { identifier: 'PROJECT_NOT_FOUND' },
    });
    expect([await process.creation.boardStore.get(id), await process.creation.boardStore.state(id)]).toEqual([
      undefined,
      undefined,
    ]);
    for (let round = 0; round < 3; round += 1) await process.round();
    expect(await world.ledger.balance(ann.id)).toMatchObject({ spent: 1, held: 0 });
    await assertClean(world, process, [ann.id]);
  });

  it('goes with its owner', async () => {
    const world = await worldOf();
    const caller: { isGone: boolean } = { isGone: false };
    const process = await world.boot(undefined, undefined, {
      caller: async () => (caller.isGone ? undefined : { roles: [] }),
    });
    await begin(process, CHAIN);
    caller.isGone = true;
    expect(await carryOn(process)).toMatchObject({ status: 'canceled' });
    await purgeBoards(
      { boards: process.creation.boardStore, boardRuns: process.creation.services.runs, clock: world.clock },
      ann.id,
    );
    expect([
      await process.creation.boardStore.get(defaultProjectOf(ann.id)),
      await process.creation.boardStore.state(defaultProjectOf(ann.id)),
    ]).toEqual([undefined, undefined]);
    expect(await world.ledger.balance(ann.id)).toMatchObject({ spent: 1, held: 0 });
  });
});

describe('boards that are asked for more often than any hand', () => {
  it(
    "are neither saved nor priced for the rest of a minute, each counted by itself, and nobody else's are",
    async () => {
      const world = await worldOf();
      const process = await world.boot();
      const { boards } = process.creation.services;
      for (let version = 0; version < BOARD_RATES.save; version += 1)
        must(await boards.save(ann.id, undefined, version, CHAIN));
      world.clock.move(10_000);
      expect(await boards.save(ann.id, undefined, BOARD_RATES.save, BRANCHES)).toEqual({
        ok: false,
        error: { identifier: 'AI_RATE_LIMIT', params: { seconds: 50 } },
      });
      for (let times = 0; times < BOARD_RATES.quote; times += 1)
        must(await boards.quote(ann, undefined, { to: null, anew: false }));
      expect(await boards.quote(ann, undefined, { to: null, anew: false })).toEqual({
        ok: false,
        error: { identifier: 'AI_RATE_LIMIT', params: { seconds: 60 } },
      });
      must(await boards.save(bob.id, undefined, 0, CHAIN));
      must(await boards.quote(bob, undefined, { to: null, anew: false }));
      world.clock.move(50_000);
      expect(must(await boards.save(ann.id, undefined, BOARD_RATES.save, BRANCHES))).toMatchObject({
        version: BOARD_RATES.save + 1,
      });
      world.clock.move(10_000);
      expect(must(await boards.quote(ann, undefined, { to: null, anew: false })).version).toBe(BOARD_RATES.save + 1);
    },
    PATIENCE,
  );
});
