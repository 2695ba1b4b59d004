import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ModelView } from '../../../src/catalog/model.shared.js';
import { findLocalModel, LOCAL_MODELS } from '../../../src/creation/procedures/models.shared.js';
import { cancelTask, deleteTask } from '../../../src/creation/tasks/lifecycle.js';
import { CREATION_DEFAULTS } from '../../../src/creation/tasks/settings.js';
import { taskIdOf } from '../../../src/creation/tasks/submit/submit.js';
import { deductibleOf } from '../../../src/creation/tasks/task.deduction.js';
import { hasEnded, readyOutputs } from '../../../src/creation/tasks/task.js';
import type { Task } from '../../../src/creation/tasks/task.state.js';
import type { Engine } from '../../../src/engine/port.js';
import { productError } from '../../../src/kernel/errors.shared.js';
import { LIMITS } from '../../../src/kernel/permissions.shared.js';
import { until } from '../../support/until.js';
import { assertClean, colourEngine, everyTaskOf, request, World, type Process } from './creation-world.js';
import { ann } from './creation-press.js';

const FINAL: ModelView = {
  id: 'x00000001-flux-abcdef',
  name: 'Flux',
  procedures: ['text2Image.create'],
  tier: 'free',
  engine: 'remote',
  relaxed: false,
  typicalMs: 1_000,
  cost: { base: 0, perOutput: 3, perSecond: 0, resolution: [{ upToPixels: 4_194_304, percent: 100 }] },
  priceVersion: 1,
  longSide: 1_024,
};
const CHEAP: ModelView = { ...FINAL, id: 'x00000001-sdxs-abcdef', name: 'SDXS', cost: { ...FINAL.cost, perOutput: 1 } };
const pressOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const idOf = (number: number) => taskIdOf(ann.id, pressOf(number));

/** Fails the outputs whose seeds are listed, and makes the others. */
const failing = (seeds: ReadonlySet<number>): Engine => ({
  async *generate(given, on, signal) {
    for (const output of given.outputs) {
      if (!seeds.has(output.seed)) yield* colourEngine.generate({ ...given, outputs: [output] }, on, signal);
      else yield { index: output.index, state: 'failed', error: productError('ENGINE_FAILED'), again: false };
    }
  },
});

class Scene {
  isConnected = false;
  readonly failing = new Set<number>();
  private constructor(
    readonly world: World,
    readonly process: Process,
  ) {}

  static async open(credits: number): Promise<Scene> {
    const world = new World({ ...CREATION_DEFAULTS, requestsAMinute: 1_000_000 });
    await world.ledger.grant(ann.id, credits, 'any');
    const failed = new Set<number>();
    const scene: Scene = new Scene(
      world,
      await world.boot(undefined, failing(failed), {
        findModel: async (id) => findLocalModel(id) ?? [FINAL, CHEAP].find((model) => model.id === id),
        modelsFor: async () => (scene.isConnected ? [FINAL, CHEAP, ...LOCAL_MODELS] : LOCAL_MODELS),
      }),
    );
    return Object.assign(scene, { failing: failed });
  }

  submit(number: number, given: Partial<Parameters<typeof request>[0]>, price = 1_000) {
    return this.process.creation.submission.submit(
      ann,
      request({ requestId: pressOf(number), ...given, price: { amount: price, priceVersion: 1 } }),
    );
  }

  async task(number: number): Promise<Task> {
    const found = await this.process.creation.tasks.get(idOf(number));
    if (found === undefined) throw new Error('no such task');
    return found.document;
  }

  async rounds(): Promise<void> {
    for (let round = 0; round < 60; round += 1) {
      await this.process.round();
      if (
        (await everyTaskOf(this.process, ann.id)).every(
          ({ document }) => hasEnded(document) && document.settlement.state === 'settled',
        )
      )
        return;
      // Holds that were in flight when a task ended are awaited.
      this.world.clock.move(this.world.settings.requestLifeMs);
    }
    throw new Error('not settled');
  }

  /** A draft that was paid for, because no engine was connected yet. */
  async paidDraft(number: number, seed = 1, count = 1): Promise<void> {
    this.isConnected = false;
    await this.submit(number, { seed, count });
    await this.rounds();
    this.isConnected = true;
  }
}

describe('a draft', () => {
  it('costs nothing while a connected engine makes the final, until the day’s are used up, and is marked', async () => {
    const scene = await Scene.open(100);
    await scene.submit(1, { seed: 1 });
    await scene.rounds();
    expect(await scene.task(1)).toMatchObject({ price: { amount: 1 } });
    expect(await scene.task(1)).not.toHaveProperty('draft');
    scene.isConnected = true;
    for (let number = 2; number < 2 + LIMITS.draftsADay.anonymous; number += 1) {
      expect(await scene.submit(number, { seed: number }, 0)).toMatchObject({ ok: true });
      await scene.rounds();
    }
    expect(await scene.task(2)).toMatchObject({
      price: { amount: 0 },
      draft: { free: { amount: 1, aDay: LIMITS.draftsADay.anonymous } },
      settlement: { captured: 0 },
    });
    expect(await scene.submit(30, { seed: 30 }, 0)).toMatchObject({
      ok: false,
      error: { identifier: 'PRICE_CHANGED', params: { amount: 1 } },
    });
    expect(await scene.submit(31, { seed: 31 }, 1)).toMatchObject({
      ok: true,
      value: { document: { price: { amount: 1 }, draft: {} } },
    });
    await scene.rounds();
    await assertClean(scene.world, scene.process, [ann.id]);
  });

  it('is no draft where the user’s plan does not open the final', async () => {
    const world = new World({ ...CREATION_DEFAULTS });
    await world.ledger.grant(ann.id, 10);
    const process = await world.boot(undefined, undefined, {
      modelsFor: async () => [{ ...FINAL, tier: 'pro' }, ...LOCAL_MODELS],
    });
    expect(await process.creation.submission.submit(ann, request({ requestId: pressOf(1) }))).toMatchObject({
      ok: true,
      value: { document: { price: { amount: 1 } } },
    });
  });
});

describe('a final', () => {
  it('holds its price less that of its draft, which the ledger records, and deducts it once however often it is pressed', async () => {
    const scene = await Scene.open(100);
    await scene.paidDraft(1, 7, 2);
    const final = { model: FINAL.id, draftId: idOf(1), seed: 7, count: 2 };
    const both = await Promise.all([scene.submit(2, final, 4), scene.submit(3, final, 4), scene.submit(2, final, 4)]);
    expect(both.map(({ ok }) => ok).filter(Boolean)).not.toHaveLength(0);
    const refused = both.find((one) => !one.ok);
    expect(refused).toMatchObject({ error: { identifier: 'PRICE_CHANGED', params: { amount: 6 } } });
    await scene.rounds();
    expect((await scene.world.ledger.balance(ann.id)).spent).toBe(2 + 4);
    expect(await scene.submit(4, final, 4)).toMatchObject({
      ok: false,
      error: { identifier: 'PRICE_CHANGED', params: { amount: 6 } },
    });
    await assertClean(scene.world, scene.process, [ann.id]);
  });

  it('whose draft was as dear leaves one credit, which free credits cannot pay', async () => {
    const scene = await Scene.open(10);
    await scene.paidDraft(1);
    expect(await scene.submit(2, { model: CHEAP.id, draftId: idOf(1) }, 1)).toMatchObject({ ok: true });
    await scene.rounds();
    expect(await scene.task(2)).toMatchObject({
      status: 'succeeded',
      price: { amount: 1 },
      settlement: { captured: 1 },
    });
    expect(await scene.task(2)).not.toHaveProperty('deduction');
    expect((await scene.world.ledger.balance(ann.id)).spent).toBe(2);
  });

  it('that fails, is cancelled or refused gives the deduction back', async () => {
    const scene = await Scene.open(4);
    await scene.paidDraft(1, 5);
    const final = { model: FINAL.id, draftId: idOf(1), seed: 5 };
    scene.failing.add(5);
    await scene.submit(2, final, 2);
    await scene.rounds();
    expect(await scene.task(2)).toMatchObject({ status: 'failed', settlement: { captured: 0 } });
    expect(deductibleOf(await scene.task(1))).toBe(1);
    await scene.submit(3, final, 2);
    await cancelTask(scene.process.creation, ann.id, idOf(3));
    await scene.rounds();
    expect(deductibleOf(await scene.task(1))).toBe(1);
    // Another creation leaves too little for the hold.
    scene.isConnected = false;
    await scene.submit(4, { seed: 9, count: 2 });
    expect(await scene.submit(5, final, 2)).toMatchObject({ ok: false, error: { identifier: 'CREDITS_NOT_ENOUGH' } });
    await scene.rounds();
    expect(deductibleOf(await scene.task(1))).toBe(1);
    await assertClean(scene.world, scene.process, [ann.id]);
  });

  it.each<[string, Partial<Parameters<typeof request>[0]>]>([
    ['other words', { prompt: 'a harbour' }],
    ['another seed', { seed: 2 }],
    ['other settings', { style: 'oil' }],
    ['more outputs', { count: 2 }],
    ['the local engine', { model: 'preview-fine' }],
  ])('with %s than its draft deducts nothing', async (_what, other) => {
    const scene = await Scene.open(20);
    await scene.paidDraft(1);
    const refused = await scene.submit(2, { model: FINAL.id, draftId: idOf(1), ...other }, 0);
    const full = other.model === undefined ? 3 * (other.count ?? 1) : 0;
    expect(refused).toMatchObject(
      full === 0 ? { ok: true } : { ok: false, error: { identifier: 'PRICE_CHANGED', params: { amount: full } } },
    );
    expect(deductibleOf(await scene.task(1))).toBe(1);
  });
});

describe('four variants', () => {
  it('appear one by one as they are made, and one that fails gives back its own share', async () => {
    const opens: (() => void)[] = [];
    const gates = Array.from({ length: 4 }, () => new Promise<void>((resolve) => opens.push(resolve)));
    const gated: Engine = {
      async *generate(given, on, signal) {
        for (const output of given.outputs) {
          await gates[output.index];
          if (output.index === 2)
            yield { index: 2, state: 'failed', error: productError('ENGINE_FAILED'), again: false };
          else yield* colourEngine.generate({ ...given, outputs: [output] }, on, signal);
        }
      },
    };
    const world = new World({ ...CREATION_DEFAULTS });
    await world.ledger.grant(ann.id, 20, 'any');
    const process = await world.boot(undefined, gated, {
      findModel: async () => FINAL,
      modelsFor: async () => [FINAL],
    });
    await process.creation.submission.submit(ann, request({ requestId: pressOf(1), model: FINAL.id, count: 4 }));
    const rounds = process.round();
    const states = async (): Promise<readonly string[]> => {
      const task = (await process.creation.tasks.get(idOf(1)))?.document;
      return task === undefined || task.status === 'reserving' ? [] : task.outputs.map(({ state }) => state);
    };
    const seen: (readonly string[])[] = [];
    for (const [index, open] of opens.entries()) {
      open();
      seen.push(await until(states, (all) => all[index] === 'ready' || all[index] === 'failed'));
    }
    await rounds;
    await process.round();
    expect(seen).toEqual([
      ['ready', 'pending', 'pending', 'pending'],
      ['ready', 'ready', 'pending', 'pending'],
      ['ready', 'ready', 'failed', 'pending'],
      ['ready', 'ready', 'failed', 'ready'],
    ]);
    expect(await world.ledger.balance(ann.id)).toMatchObject({ available: 11, held: 0, spent: 9 });
  });
});

type Step =
  | { readonly kind: 'draft'; readonly count: number; readonly fails: boolean; readonly isConnected: boolean }
  | {
      readonly kind: 'final';
      readonly of: number;
      readonly count: number;
      readonly failed: number;
      readonly isCheap: boolean;
      readonly end: 'runs' | 'canceled' | 'deleted';
      readonly twice: boolean;
    }
  | { readonly kind: 'repeat'; readonly of: number };
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('draft' as const),
    count: fc.integer({ min: 1, max: 3 }),
    fails: fc.boolean(),
    isConnected: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('final' as const),
    of: fc.nat(5),
    count: fc.integer({ min: 1, max: 3 }),
    failed: fc.nat(3),
    isCheap: fc.boolean(),
    end: fc.constantFrom('runs' as const, 'canceled' as const, 'deleted' as const),
    twice: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('repeat' as const), of: fc.nat(5) }),
);

/** Makes the steps, two presses of a step at once where it says so. */
async function play(scene: Scene, plan: readonly Step[]): Promise<void> {
  let number = 0;
  const drafts: { readonly press: number; readonly seed: number }[] = [];
  const sent: (() => Promise<unknown>)[] = [];
  const send = async (one: () => Promise<unknown>): Promise<void> => {
    sent.push(one);
    await one();
  };
  for (const step of plan) {
    if (step.kind === 'repeat') {
      await sent.at(step.of)?.();
      continue;
    }
    number += 1;
    const press = number;
    if (step.kind === 'draft') {
      const seed = press * 100;
      scene.isConnected = step.isConnected;
      if (step.fails) scene.failing.add(seed);
      drafts.push({ press, seed });
      await send(() => scene.submit(press, { seed, count: step.count }));
      await scene.rounds();
      continue;
    }
    const draft = drafts.at(step.of);
    if (draft === undefined) continue;
    scene.failing.clear();
    for (let index = 0; index < step.failed; index += 1) scene.failing.add(draft.seed + index);
    const final = {
      model: step.isCheap ? CHEAP.id : FINAL.id,
      draftId: idOf(draft.press),
      seed: draft.seed,
      count: step.count,
    };
    number += 1;
    const second = number;
    await Promise.all([
      send(() => scene.submit(press, final)),
      ...(step.twice ? [send(() => scene.submit(second, final))] : []),
    ]);
    if (step.end === 'canceled') await cancelTask(scene.process.creation, ann.id, idOf(press));
    if (step.end === 'deleted') await deleteTask(scene.process.creation, ann.id, idOf(press));
    await scene.rounds();
  }
}

/**
 * What a person would reckon: each delivered output at its price, each draft’s payment taken off one delivered final.
 */
function reckoned(tasks: readonly Task[]): { readonly owed: number; readonly deducted: ReadonlyMap<string, number> } {
  let owed = 0;
  const deducted = new Map<string, number>();
  for (const task of tasks) {
    if (task.status !== 'succeeded') continue;
    const gross = readyOutputs(task).length * (task.price.base > 0 ? Number.NaN : task.price.perOutput);
    const taken = Math.min(task.deduction?.amount ?? 0, Math.max(0, gross - 1));
    owed += gross - taken;
    if (task.deduction === undefined) continue;
    if (deducted.has(task.deduction.draft)) throw new Error(`${task.deduction.draft} is deducted twice`);
    deducted.set(task.deduction.draft, task.deduction.amount);
  }
  return { owed, deducted };
}

it('whatever is drafted, made, cancelled, failed and repeated: what was captured is the price of what was delivered, less each draft’s price once at most', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(steps, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 0, max: 40 }),
      async (plan, credits) => {
        const scene = await Scene.open(credits + 1);
        await play(scene, plan);
        const tasks = (await everyTaskOf(scene.process, ann.id)).map(({ document }) => document);
        const { owed, deducted } = reckoned(tasks.filter(({ hidden }) => !hidden));
        const deletedSpent = tasks
          .filter(({ hidden }) => hidden)
          .reduce(
            (sum, task) => sum + (hasEnded(task) && task.settlement.state === 'settled' ? task.settlement.captured : 0),
            0,
          );
        const { spent, available, held } = await scene.world.ledger.balance(ann.id);
        expect({ spent, held, available }).toEqual({
          spent: owed + deletedSpent,
          held: 0,
          available: credits + 1 - owed - deletedSpent,
        });
        for (const [draft, amount] of deducted) {
          const paid = tasks.find(({ id }) => id === draft);
          expect(
            paid !== undefined &&
              hasEnded(paid) &&
              paid.settlement.state === 'settled' &&
              paid.settlement.captured >= amount,
          ).toBe(true);
        }
        // A draft whose finals delivered nothing can be deducted again.
        for (const task of tasks)
          if (task.deductedFrom !== undefined)
            expect(tasks.find(({ id }) => id === task.deductedFrom)?.status).toBe('succeeded');
        await assertClean(scene.world, scene.process, [ann.id]);
      },
    ),
    { numRuns: 60 },
  );
});
