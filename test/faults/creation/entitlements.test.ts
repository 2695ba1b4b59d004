import { describe, expect, it } from '@jest/globals';
import { entitlementsOf, type Entitlements } from '../../../src/billing/plans/entitlements.shared.js';
import { findProduct } from '../../../src/billing/plans/products.seed.shared.js';
import { freePlan } from '../../../src/billing/subscription/sub-log.js';
import type { Engine } from '../../../src/engine/port.js';
import type { HoldCommand, Ledger } from '../../../src/creation/tasks/ledger.js';
import { CREATION_DEFAULTS } from '../../../src/creation/tasks/settings.js';
import { taskIdOf } from '../../../src/creation/tasks/submit/submit.js';
import { StoreUnavailable } from '../../../src/platform/unavailable.js';
import { assertClean, colourEngine, Crash, Life, mortal, World } from './creation-world.js';
import type { Given } from './creation-build.js';
import { ann as visitor, bob as other, press, read, submit } from './creation-press.js';

const ann = { ...visitor, email: 'ann@example.org' };
const bob = { ...other, email: 'bob@example.org' };

/** What a plan of this price allows. */
function plan(priceId?: string): Entitlements {
  const product = priceId === undefined ? undefined : findProduct(priceId);
  return entitlementsOf(
    product && { ...freePlan('kinora'), currentPeriodEnd: 1, subProductRelation: [product], lastPaid: [product] },
    0,
  );
}
const FREE = plan();
const UNLIMITED = plan('kinora-unlimited-monthly');
const request = { price: { amount: 0, priceVersion: 1 } };

/** A ledger that writes down what it is told. */
function received(world: World, commands: HoldCommand[]): Pick<Given, 'ledger'> {
  const { ledger } = world;
  const change: Ledger['change'] = (owner, hold, command, at) => {
    commands.push(command);
    return ledger.change(owner, hold, command, at);
  };
  return { ledger: { change } };
}

async function worldOf(credits = 10): Promise<World> {
  const world = new World({ ...CREATION_DEFAULTS, requestsAMinute: 1_000 });
  for (const { id } of [ann, bob]) await world.ledger.grant(id, credits);
  return world;
}

describe('a plan', () => {
  it('is asked for once a submission, of somebody with an address, and decides then and there', async () => {
    const world = await worldOf();
    let now = UNLIMITED;
    let count = 0;
    const process = await world.boot(undefined, undefined, {
      entitlements: async () => {
        count += 1;
        return now;
      },
    });
    await submit(process, 1, {}, ann);
    await submit(process, 2, {}, visitor);
    expect(count).toBe(1);
    now = FREE;
    await submit(process, 3, {}, ann);
    expect(await read(process, 1, ann)).toMatchObject({
      lane: 'relaxed',
      parallel: 6,
      marked: false,
      price: { amount: 0 },
      relaxed: { amount: 1, base: 0, perOutput: 1, aDay: 100 },
    });
    expect(await read(process, 3, ann)).toMatchObject({
      lane: 'free',
      parallel: 1,
      marked: true,
      price: { amount: 1 },
    });
    expect(await read(process, 3, ann)).not.toHaveProperty('relaxed');
  });

  it('that cannot be asked for refuses nothing for good: the submission is tried again, and what waits goes on as it was last known', async () => {
    const world = await worldOf();
    let isAway = false;
    const process = await world.boot(undefined, undefined, {
      entitlements: async () => {
        if (isAway) throw new StoreUnavailable('documents', 'failed', 'away');
        return plan('kinora-lite-monthly');
      },
    });
    for (const number of [1, 2]) await submit(process, number, {}, ann);
    isAway = true;
    await expect(submit(process, 3, {}, ann)).rejects.toThrow(StoreUnavailable);
    await process.creation.dispatcher.lookAtAll();
    expect((await world.jobs.size(CREATION_DEFAULTS.queue)).waiting).toBe(2);
  });

  it('lets more run at once as soon as it is there, and fewer once it is over, whatever it was at the submission', async () => {
    const world = await worldOf();
    let now = FREE;
    const process = await world.boot(undefined, undefined, { entitlements: async () => now });
    for (const number of [1, 2, 3, 4]) await submit(process, number, {}, ann);
    const put = async (): Promise<number> => {
      await process.creation.dispatcher.lookAtAll();
      return (await world.jobs.size(CREATION_DEFAULTS.queue)).waiting;
    };
    expect(await put()).toBe(1);
    now = plan('kinora-lite-monthly');
    expect(await put()).toBe(2);
    now = FREE;
    expect(await put()).toBe(2);
    now = plan('kinora-pro-monthly');
    expect(await put()).toBe(4);
  });

  it('says who must wait for how many there may be, so that a larger plan can be offered', async () => {
    const world = await worldOf(100);
    const process = await world.boot(undefined, undefined, { entitlements: async () => plan('kinora-lite-monthly') });
    const answers = [];
    for (let number = 1; number <= 7; number += 1) answers.push(await submit(process, number, {}, ann));
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true, true, true, false]);
    expect(answers[6]).toMatchObject({
      error: { identifier: 'PARALLEL_TASK_LIMIT', params: { limit: 6, parallel: 2 } },
    });
  });
});

describe('whose turn it is', () => {
  it('is known to the process that goes on where another ended', async () => {
    const world = await worldOf();
    const drawn: string[] = [];
    const engine: Engine = {
      async *generate(given, on, signal) {
        drawn.push(given.prompt.replace('a lake for ', ''));
        yield* colourEngine.generate(given, on, signal);
      },
    };
    const booted = () =>
      world.boot(undefined, engine, {
        settings: { ...CREATION_DEFAULTS, window: 1 },
        entitlements: async (id) => (id === bob.id ? { ...UNLIMITED, relaxedADay: 0 } : FREE),
      });
    const first = await booted();
    for (const [number, user] of [
      [1, ann],
      [2, ann],
      [3, ann],
      [4, bob],
      [5, bob],
      [6, bob],
    ] as const) {
      await submit(first, number, { prompt: `a lake for ${user.id} ${number}` }, user);
      world.clock.move(1);
    }
    for (let turn = 0; turn < 6; turn += 1) await (await booted()).round();
    expect(drawn).toEqual(['bob 4', 'bob 5', 'ann 1', 'bob 6', 'ann 2', 'ann 3']);
  });
});

describe('a creation that costs an unlimited plan nothing', () => {
  it('holds nothing, and its list price is written down once it is delivered: per output, as it would have been charged', async () => {
    const world = await worldOf();
    const commands: HoldCommand[] = [];
    const process = await world.boot(undefined, undefined, {
      entitlements: async () => UNLIMITED,
      ...received(world, commands),
    });
    await submit(process, 1, { ...request, count: 3 }, ann);
    await process.round();
    await process.round();
    expect(await read(process, 1, ann)).toMatchObject({
      status: 'succeeded',
      settlement: { state: 'settled', captured: 0, listed: 3 },
    });
    expect(commands).toEqual([{ type: 'usage', listPrice: 3 }]);
    expect(await world.ledger.balance(ann.id)).toMatchObject({ available: 10, held: 0, spent: 0 });
    // A model of another queue costs as usual.
    expect(await submit(process, 2, { ...request, model: 'preview-fine' }, ann)).toMatchObject({
      ok: false,
      error: { identifier: 'PRICE_CHANGED', params: { amount: 3 } },
    });
  });

  it('costs as usual once today’s are used up, says so before anything is held, and is free again tomorrow', async () => {
    const world = await worldOf();
    const two = { ...UNLIMITED, relaxedADay: 2 };
    const process = await world.boot(undefined, undefined, { entitlements: async () => two });
    for (const number of [1, 2]) expect(await submit(process, number, request, ann)).toMatchObject({ ok: true });
    expect(await process.creation.allowance.of(ann)).toMatchObject({
      tier: 'unlimited',
      relaxedADay: 2,
      relaxedLeft: 0,
    });
    expect(await submit(process, 3, request, ann)).toMatchObject({
      ok: false,
      error: { identifier: 'PRICE_CHANGED', params: { amount: 1, priceVersion: 1 } },
    });
    expect(await submit(process, 4, {}, ann)).toMatchObject({
      ok: true,
      value: { document: { price: { amount: 1 }, lane: 'fast' } },
    });
    // One that comes to nothing gives its place back.
    await process.creation.tasks.change(taskIdOf(ann.id, press(1)), (task) =>
      task.status === 'queued'
        ? { ok: true, value: { ...task, ...ended(world), status: 'canceled', reason: 'user' } }
        : { ok: false, error: 'not-now' },
    );
    expect((await process.creation.allowance.of(ann)).relaxedLeft).toBe(1);
    world.clock.move(86_400_000);
    expect((await process.creation.allowance.of(ann)).relaxedLeft).toBe(2);
    expect(await submit(process, 5, request, ann)).toMatchObject({
      ok: true,
      value: { document: { price: { amount: 0 } } },
    });
  });

  it('takes a place and is written down exactly once, wherever a process dies in between', async () => {
    for (let call = 1; ; call += 1) {
      const world = await worldOf();
      const commands: HoldCommand[] = [];
      const life = new Life({ call, when: call % 2 === 0 ? 'before' : 'after' });
      const given = { entitlements: async () => UNLIMITED };
      const { ledger } = received(world, commands);
      const ending = await world
        .boot(life, undefined, { ...given, ledger: mortal(ledger, life, 'ledger') })
        .then(async (dying) => {
          await submit(dying, 1, request, ann);
          await dying.round();
          await dying.round();
        })
        .catch((error: unknown) => {
          if (!(error instanceof Crash)) throw error;
        });
      expect(ending).toBeUndefined();
      const process = await world.boot(undefined, undefined, { ...given, ledger });
      await submit(process, 1, request, ann);
      for (let round = 0; round < 6; round += 1) {
        world.clock.move(20_000);
        await process.round();
      }
      expect([call, await read(process, 1, ann)]).toMatchObject([
        call,
        { status: 'succeeded', settlement: { state: 'settled', captured: 0, listed: 1 } },
      ]);
      expect((await process.creation.allowance.of(ann)).relaxedLeft).toBe(99);
      expect(commands.every((command) => command.type === 'usage' && command.listPrice === 1)).toBe(true);
      await assertClean(world, process, [ann.id]);
      if (!life.isOver) break;
    }
  }, 240_000);
});

/** What a task has that has ended without anything made. */
const ended = ({ clock }: World) =>
  ({
    changedAt: clock.now(),
    finishedAt: clock.now(),
    settlement: { state: 'due', captures: 0 },
    unsureHold: false,
    outputs: [],
  }) as const;

describe('what is made without a plan', () => {
  it('carries the mark, what is made with one does not, and what cannot be marked is made again', async () => {
    const world = await worldOf();
    let isBroken = true;
    const marked: string[] = [];
    const process = await world.boot(undefined, undefined, {
      entitlements: async (id) => (id === bob.id ? UNLIMITED : FREE),
      mark: async (media, on) => {
        if (isBroken) throw new Error('the tool broke');
        marked.push(`${on.width} × ${on.height}`);
        return media;
      },
    });
    await submit(process, 1, {}, ann);
    await submit(process, 2, {}, bob);
    await process.round();
    expect([(await read(process, 1, ann)).status, (await read(process, 2, bob)).status]).toEqual([
      'queued',
      'succeeded',
    ]);
    isBroken = false;
    await process.round();
    expect((await read(process, 1, ann)).status).toBe('succeeded');
    expect(marked).toEqual(['576 × 1024']);
  });
});
