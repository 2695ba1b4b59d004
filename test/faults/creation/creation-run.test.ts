import { describe, expect, it } from '@jest/globals';
import type { Engine } from '../../../src/engine/port.js';
import { cancelTask } from '../../../src/creation/tasks/lifecycle.js';
import { CREATION_DEFAULTS } from '../../../src/creation/tasks/settings.js';
import { taskIdOf } from '../../../src/creation/tasks/submit/submit.js';
import { hasEnded } from '../../../src/creation/tasks/task.js';
import { productError } from '../../../src/kernel/errors.shared.js';
import type { UserId } from '../../../src/kernel/ids.js';
import { err } from '../../../src/kernel/result.js';
import { assertClean, colourEngine, Life, World, type Process } from './creation-world.js';
import { ann, bob, press, read, submit, worldWith } from './creation-press.js';

describe('a creation without any fault', () => {
  it('goes from the press to delivered pictures and a captured price', async () => {
    const world = await worldWith(10);
    const process = await world.boot();
    expect(await submit(process, 1, { count: 3 })).toMatchObject({
      ok: true,
      value: { document: { status: 'queued' } },
    });
    expect(await world.ledger.balance(ann.id)).toMatchObject({ available: 7, held: 3 });
    await process.round();
    const page = await process.creation.tasks.list(ann.id, 10);
    expect(page.items.map((task) => process.creation.viewer.view(task))).toMatchObject([
      {
        status: 'succeeded',
        percent: 100,
        price: 3,
        captured: 3,
        outputs: [{ state: 'ready', width: 576, height: 1024 }, { state: 'ready' }, { state: 'ready' }],
      },
    ]);
    expect(await world.ledger.balance(ann.id)).toEqual({ available: 7, held: 0, spent: 3, granted: 10 });
    await assertClean(world, process, [ann.id, bob.id]);
  });

  it('draws the finer model larger, for its price', async () => {
    const process = await (await worldWith(10)).boot();
    await submit(process, 1, { model: 'preview-fine', aspect: '16:9' });
    await process.round();
    expect(await read(process, 1)).toMatchObject({
      status: 'succeeded',
      width: 1536,
      height: 864,
      settlement: { captured: 3 },
    });
  });

  it('makes one task of a double click, and answers both alike', async () => {
    const world = await worldWith(10);
    const process = await world.boot();
    const [first, second] = await Promise.all([submit(process, 1), submit(process, 1)]);
    expect(first.ok && second.ok && first.value.document.id === second.value.document.id).toBe(true);
    expect(await world.ledger.balance(ann.id)).toMatchObject({ held: 1 });
    await process.round();
    expect(await submit(process, 1)).toMatchObject({ ok: true, value: { document: { status: 'succeeded' } } });
    expect(await world.ledger.balance(ann.id)).toMatchObject({ spent: 1, held: 0 });
  });

  it('refuses the same request id with another request', async () => {
    const process = await (await worldWith(10)).boot();
    await submit(process, 1);
    expect(await submit(process, 1, { seed: 99 })).toMatchObject({
      ok: false,
      error: { identifier: 'IDEMPOTENCY_MISMATCH' },
    });
  });

  it('keeps the same press of two users apart', async () => {
    const process = await (await worldWith(10)).boot();
    const [one, other] = [await submit(process, 1), await submit(process, 1, {}, bob)];
    expect(one.ok && other.ok && one.value.document.id !== other.value.document.id).toBe(true);
  });
});

describe('a creation whose hold has an unknown outcome', () => {
  it.each(['ledger.change', 'tasks.put'])(
    'is answered as taken when %s fails once it is written, and is finished without being charged twice',
    async (name) => {
      const world = await worldWith(10);
      const life = new Life();
      const process = await world.boot(life);
      const create = process.creation.tasks.create.bind(process.creation.tasks);
      process.creation.tasks.create = async (task) => {
        const written = await create(task);
        life.fail(name);
        return written;
      };
      expect(await submit(process, 1)).toMatchObject({
        ok: true,
        value: { version: 1, document: { status: 'reserving' } },
      });
      world.clock.move(CREATION_DEFAULTS.reservingPatienceMs + 1_000);
      await process.creation.sweeper.sweep();
      expect(await submit(process, 1)).toMatchObject({ ok: true, value: { document: { status: 'queued' } } });
      await process.round();
      expect(await world.ledger.balance(ann.id)).toMatchObject({ available: 9, held: 0, spent: 1 });
      await assertClean(world, process, [ann.id]);
    },
  );

  it('is answered as taken when the account asks to try again', async () => {
    const world = await worldWith(10);
    const process = await world.boot();
    const change = world.ledger.change.bind(world.ledger);
    world.ledger.change = async () => err(productError('TRY_AGAIN'));
    expect(await submit(process, 1)).toMatchObject({ ok: true, value: { document: { status: 'reserving' } } });
    expect(await submit(process, 1)).toMatchObject({ ok: true, value: { document: { status: 'reserving' } } });
    world.ledger.change = change;
    expect(await submit(process, 1)).toMatchObject({ ok: true, value: { document: { status: 'queued' } } });
    expect(await world.ledger.balance(ann.id)).toMatchObject({ held: 1 });
  });
});

describe('the queue', () => {
  it('gives six owners their turns one after another, whoever pressed first and most', async () => {
    const world = new World({ ...CREATION_DEFAULTS, window: 1, concurrency: 1 });
    const drawn: string[] = [];
    const process = await world.boot(undefined, {
      async *generate(request, on, signal) {
        drawn.push(request.prompt.replace('a lake ', ''));
        yield* colourEngine.generate(request, on, signal);
      },
    });
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const [place, name] of names.entries()) {
      // An opaque id of the test's own.
      const user = { ...ann, id: name as UserId };
      await world.ledger.grant(user.id, 10);
      for (let number = 1; number <= (place === 0 ? 4 : 2); number += 1) {
        await submit(process, number, { prompt: `a lake ${name}${number}` }, user);
        world.clock.move(1_000);
      }
    }
    for (let round = 0; round < 14; round += 1) {
      for (let look = 0; look < 3; look += 1) await process.creation.dispatcher.lookAtAll();
      await process.round();
    }
    expect(drawn).toEqual([...names.map((name) => `${name}1`), ...names.map((name) => `${name}2`), 'a3', 'a4']);
  });

  it('runs one task of a visitor at a time', async () => {
    const world = await worldWith(10);
    const running = new Map<string, number>();
    let max = 0;
    const seen: string[] = [];
    const counting: Engine = {
      async *generate(request, on, signal) {
        const owner = request.prompt;
        seen.push(owner);
        running.set(owner, (running.get(owner) ?? 0) + 1);
        max = Math.max(max, ...running.values());
        await new Promise((resolve) => setImmediate(resolve));
        yield* colourEngine.generate(request, on, signal);
        running.set(owner, (running.get(owner) ?? 0) - 1);
      },
    };
    const process = await world.boot(undefined, counting);
    for (const number of [1, 2, 3]) await submit(process, number, { prompt: 'a lake' });
    for (const number of [1, 2]) await submit(process, number, { prompt: 'a city' }, bob);
    for (let round = 0; round < 4; round += 1) await process.round();
    expect(seen.slice(0, 4).sort()).toEqual(['a city', 'a city', 'a lake', 'a lake']);
    expect(seen).toHaveLength(5);
    expect(max).toBe(1);
  });

  it('keeps no more in the jobs port than its window', async () => {
    const world = new World({ ...CREATION_DEFAULTS, window: 2 });
    const process = await world.boot();
    for (let number = 0; number < 6; number += 1) {
      const user = { ...ann, id: `user-${number}` as UserId };
      await world.ledger.grant(user.id, 5);
      await submit(process, 1, {}, user);
    }
    await process.creation.dispatcher.lookAtAll();
    expect(await world.jobs.size(CREATION_DEFAULTS.queue)).toEqual({ waiting: 2, held: 0 });
  });

  it('tells a task its place and when it should be done', async () => {
    const world = await worldWith(10);
    const process = await world.boot();
    for (const number of [1, 2, 3]) {
      await submit(process, number);
      world.clock.move(1_000);
    }
    await process.creation.dispatcher.lookAtAll();
    const [last] = (await process.creation.tasks.list(ann.id, 3)).items
      .map((task) => process.creation.viewer.view(task))
      .filter(({ id }) => id === taskIdOf(ann.id, press(3)));
    expect(last).toMatchObject({ status: 'queued', place: 2 });
    expect(last?.estimateMs).toBeGreaterThan(0);
  });

  it('puts a task that the jobs port lost there again', async () => {
    const world = await worldWith(10);
    const process = await world.boot();
    await submit(process, 1);
    await process.creation.dispatcher.lookAtAll();
    await world.jobs.cancel(`${taskIdOf(ann.id, press(1))}_1`);
    await process.round();
    expect((await read(process, 1)).status).toBe('succeeded');
  });
});

describe('a worker', () => {
  /** An engine that draws one picture and then waits until it is stopped. */
  const stuck: Engine = {
    async *generate(request, on, signal) {
      for await (const outcome of colourEngine.generate(
        { ...request, outputs: request.outputs.slice(0, 1) },
        on,
        signal,
      ))
        yield outcome;
      if (!signal.aborted)
        await new Promise((resolve) => {
          signal.addEventListener('abort', resolve);
        });
    },
  };

  async function begun(world: World): Promise<Process> {
    const process = await world.boot(undefined, stuck);
    await submit(process, 1, { count: 2 });
    await process.creation.dispatcher.lookAtAll();
    await process.creation.worker?.round();
    for (let wait = 0; wait < 500; wait += 1) {
      const task = await read(process, 1);
      if (task.status === 'processing' && task.outputs[0]?.state === 'ready') return process;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error('the task was never begun');
  }

  it('that is told to stop gives its task back, and the next goes on from what is there', async () => {
    const world = await worldWith(10);
    const first = await begun(world);
    const stored = [...world.references];
    await first.creation.worker?.stop();
    expect(await read(first, 1)).toMatchObject({
      status: 'queued',
      attempt: 1,
      lost: 0,
      outputs: [{ state: 'ready' }, { state: 'pending' }],
    });
    const next = await world.boot();
    await next.round();
    expect(await read(next, 1)).toMatchObject({ status: 'succeeded', attempt: 2, settlement: { captured: 2 } });
    expect([...world.references]).toEqual(expect.arrayContaining(stored));
    await assertClean(world, next, [ann.id]);
  });

  it('that went silent loses its task, and three such are the end of it, with what was delivered paid for', async () => {
    const world = await worldWith(10);
    for (const lost of [1, 2, 3]) {
      const silent = lost === 1 ? await begun(world) : await world.boot(undefined, stuck);
      if (lost > 1) {
        await silent.creation.dispatcher.lookAtAll();
        await silent.creation.worker?.round();
        await new Promise((resolve) => setImmediate(resolve));
      }
      silent.life.kill();
      await silent.creation.worker?.stop();
      world.clock.move(100_000);
      const next = await world.boot(undefined, stuck);
      await next.creation.sweeper.sweep();
      await next.relay();
      const task = await read(next, 1);
      expect(hasEnded(task) ? 3 : task.status === 'reserving' ? 0 : task.lost).toBe(lost);
      if (lost === 3) {
        expect(task).toMatchObject({
          status: 'succeeded',
          settlement: { captured: 1 },
          outputs: [{ state: 'ready' }, { state: 'failed' }],
        });
        await assertClean(world, next, [ann.id]);
      }
    }
  });

  it('that died is missed as soon as its lease ends, when another takes its job up', async () => {
    const world = await worldWith(10);
    const dead = await begun(world);
    dead.life.kill();
    await dead.creation.worker?.stop();
    world.clock.move(CREATION_DEFAULTS.leaseMs + 1_000);
    const next = await world.boot();
    await next.round();
    expect(await read(next, 1)).toMatchObject({ status: 'queued', lost: 1 });
    await next.round();
    expect(await read(next, 1)).toMatchObject({ status: 'succeeded', attempt: 2, settlement: { captured: 2 } });
    await assertClean(world, next, [ann.id]);
  });

  it('that comes back after its task went on without it leaves nothing behind', async () => {
    const world = await worldWith(10);
    const gate: { open: () => void } = { open: () => undefined };
    const late: Engine = {
      async *generate(request, on, signal) {
        await new Promise<void>((resolve) => {
          gate.open = resolve;
        });
        yield* colourEngine.generate(request, on, signal);
      },
    };
    const sleeper = await world.boot(undefined, late);
    await submit(sleeper, 1);
    await sleeper.creation.dispatcher.lookAtAll();
    await sleeper.creation.worker?.round();
    for (let wait = 0; wait < 500 && (await read(sleeper, 1)).status !== 'processing'; wait += 1)
      await new Promise((resolve) => setImmediate(resolve));
    world.clock.move(CREATION_DEFAULTS.leaseMs + 1_000);
    const next = await world.boot();
    await next.round();
    await next.round();
    expect(await read(next, 1)).toMatchObject({ status: 'succeeded', attempt: 2 });
    const before = await read(next, 1);
    gate.open();
    await sleeper.creation.worker?.idle();
    expect(await read(next, 1)).toEqual(before);
    await assertClean(world, next, [ann.id]);
  });

  it('whose task is cancelled just as a picture is stored takes the picture away again', async () => {
    const world = await worldWith(10);
    const process = await world.boot();
    const put = world.blobs.put.bind(world.blobs);
    world.blobs.put = async (content, reference) => {
      await cancelTask(process.creation, ann.id, taskIdOf(ann.id, press(1)));
      await process.relay();
      return put(content, reference);
    };
    await submit(process, 1);
    await process.round();
    expect((await read(process, 1)).status).toBe('canceled');
    expect([...world.references]).toEqual([]);
    await assertClean(world, process, [ann.id]);
  });

  it('moves deadline and hold on, the hold first, while it is at work near the deadline', async () => {
    const world = await worldWith(10);
    const process = await begun(world);
    const first = (await read(process, 1)).deadlineAt;
    world.clock.move(CREATION_DEFAULTS.deadlineMs - 10_000);
    const beating = [...(process.creation.worker?.attempts() ?? [])];
    for (const attempt of beating) await attempt.beat();
    expect((await read(process, 1)).deadlineAt).toBeGreaterThan(first);
    // Past the first deadline, and not yet so long without a sign that the worker counts as dead.
    world.clock.move(10_000 + CREATION_DEFAULTS.leaseMs - 1);
    await process.creation.sweeper.sweep();
    expect((await read(process, 1)).status).toBe('processing');
    expect(await world.ledger.balance(ann.id)).toMatchObject({ held: 2 });
    await process.creation.worker?.stop();
  });

  it('keeps its lease while the document store hangs', async () => {
    const world = await worldWith(10, { heartbeatMs: 5 });
    const process = await begun(world);
    const { jobs } = world;
    const { tasks, worker } = process.creation;
    let hang: () => void = () => {};
    const hung = new Promise<void>((resolve) => {
      hang = resolve;
    });
    let free: () => void = () => {};
    const freed = new Promise<void>((resolve) => {
      free = resolve;
    });
    const get = tasks.get.bind(tasks);
    tasks.get = async (id) => {
      hang();
      await freed;
      return get(id);
    };
    await hung;
    const extend = jobs.extend.bind(jobs);
    let kept = 0;
    const often = new Promise<void>((resolve) => {
      jobs.extend = async (...request) => {
        kept += 1;
        if (kept === 5) resolve();
        return extend(...request);
      };
    });
    await often;
    free();
    await worker?.stop();
    expect(await read(process, 1)).toMatchObject({ status: 'queued', lost: 0 });
  });

  it('whose first write is slow is not taken for one whose task was cancelled', async () => {
    const world = await worldWith(10);
    const process = await world.boot();
    await submit(process, 1);
    const { tasks } = process.creation;
    const change = tasks.change.bind(tasks);
    let beats = 0;
    tasks.change = async (id, decide) => {
      for (const attempt of beats === 0 ? (process.creation.worker?.attempts() ?? []) : []) {
        beats += 1;
        await attempt.beat();
      }
      return change(id, decide);
    };
    await process.round();
    expect(beats).toBe(1);
    expect(await read(process, 1)).toMatchObject({ status: 'succeeded', attempt: 1, lost: 0 });
  });

  it('stops when its task is cancelled, and its pictures go', async () => {
    const world = await worldWith(10);
    const process = await begun(world);
    await cancelTask(process.creation, ann.id, taskIdOf(ann.id, press(1)));
    const [attempt] = await Promise.all([process.creation.worker?.stop()]);
    expect(attempt).toBeUndefined();
    await process.relay();
    expect(await read(process, 1)).toMatchObject({ status: 'canceled', settlement: { captured: 0 } });
    expect(world.references.size).toBe(0);
    expect(await world.ledger.balance(ann.id)).toMatchObject({ available: 10, held: 0 });
  });
});
