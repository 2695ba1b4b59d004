import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cancelTask, deleteTask } from '../../../src/creation/tasks/lifecycle.js';
import { CREATION_DEFAULTS } from '../../../src/creation/tasks/settings.js';
import { taskIdOf, type Submitter } from '../../../src/creation/tasks/submit/submit.js';
import { hasEnded } from '../../../src/creation/tasks/task.js';
import type { Engine } from '../../../src/engine/port.js';
import { productError } from '../../../src/kernel/errors.shared.js';
import { API_CREDITS_PER_CREDIT, PAYERS, type Payer } from '../../../src/kernel/payers.shared.js';
import { ann } from './creation-press.js';
import { assertClean, colourEngine, everyTaskOf, request, World, type Process } from './creation-world.js';

/** Fails every output of these seeds. */
const failing = (seeds: ReadonlySet<number>): Engine => ({
  async *generate(given, on, signal) {
    for (const output of given.outputs) {
      if (!seeds.has(output.seed)) yield* colourEngine.generate({ ...given, outputs: [output] }, on, signal);
      else yield { index: output.index, state: 'failed', error: productError('ENGINE_FAILED'), again: false };
    }
  },
});
const pressOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const idOf = (number: number) => taskIdOf(ann.id, pressOf(number));
const payerOf = (payer: Payer): Submitter => (payer === 'api_credits' ? { ...ann, paysWith: payer } : ann);
const rateOf = (payer: Payer): number => (payer === 'api_credits' ? API_CREDITS_PER_CREDIT : 1);

class Scene {
  private constructor(
    readonly world: World,
    readonly process: Process,
    readonly failing: Set<number>,
  ) {}

  static async open(): Promise<Scene> {
    const world = new World({ ...CREATION_DEFAULTS, requestsAMinute: 1_000_000 });
    const failed = new Set<number>();
    return new Scene(world, await world.boot(undefined, failing(failed)), failed);
  }

  submit(payer: Payer, number: number, given: Partial<Parameters<typeof request>[0]> = {}) {
    return this.process.creation.submission.submit(
      payerOf(payer),
      request({ requestId: pressOf(number), price: { amount: 1_000, priceVersion: 1 }, ...given }),
    );
  }

  /** The credits of both accounts. */
  async both(): Promise<Record<Payer, Awaited<ReturnType<World['ledger']['balance']>>>> {
    const [credits, api_credits] = await Promise.all(PAYERS.map((payer) => this.world.ledger.balance(ann.id, payer)));
    if (credits === undefined || api_credits === undefined) throw new Error('an account is missing');
    return { credits, api_credits };
  }

  async rounds(): Promise<void> {
    for (let round = 0; round < 60; round += 1) {
      await this.process.round();
      const all = await everyTaskOf(this.process, ann.id);
      if (all.every(({ document }) => hasEnded(document) && document.settlement.state === 'settled')) return;
      // Holds that were in flight when a task ended are awaited.
      this.world.clock.move(this.world.settings.requestLifeMs);
    }
    throw new Error('not settled');
  }
}

type Step =
  | { readonly kind: 'grant'; readonly payer: Payer; readonly amount: number }
  | {
      readonly kind: 'submit';
      readonly payer: Payer;
      readonly count: number;
      readonly failed: number;
      readonly end: 'runs' | 'canceled' | 'deleted';
    }
  | { readonly kind: 'repeat'; readonly of: number };
const payer = fc.constantFrom(...PAYERS);
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('grant' as const), payer, amount: fc.integer({ min: 1, max: 30 }) }),
  fc.record({
    kind: fc.constant('submit' as const),
    payer,
    count: fc.integer({ min: 1, max: 4 }),
    failed: fc.nat(4),
    end: fc.constantFrom('runs' as const, 'canceled' as const, 'deleted' as const),
  }),
  fc.record({ kind: fc.constant('repeat' as const), of: fc.nat(5) }),
);

describe('a creation', () => {
  it('is paid by the account that the key names, at its rate, and gives back to it', async () => {
    const scene = await Scene.open();
    await scene.world.ledger.grant(ann.id, 50);
    await scene.world.ledger.grant(ann.id, 100, 'any', 'api_credits');
    for (const seed of [200, 201]) scene.failing.add(seed);
    await scene.submit('api_credits', 1, { seed: 200, count: 4 });
    expect(await scene.both()).toMatchObject({
      credits: { available: 50, held: 0 },
      api_credits: { available: 100 - 4 * API_CREDITS_PER_CREDIT, held: 4 * API_CREDITS_PER_CREDIT },
    });
    await scene.rounds();
    expect(await scene.both()).toMatchObject({
      credits: { available: 50, held: 0, spent: 0 },
      api_credits: { available: 100 - 2 * API_CREDITS_PER_CREDIT, held: 0, spent: 2 * API_CREDITS_PER_CREDIT },
    });
    await assertClean(scene.world, scene.process, [ann.id]);
  });

  it.each(PAYERS)('is refused without %s, however many the other account has', async (lacking) => {
    const scene = await Scene.open();
    await scene.world.ledger.grant(ann.id, 1_000, 'any', lacking === 'credits' ? 'api_credits' : 'credits');
    expect(await scene.submit(lacking, 1)).toMatchObject({ ok: false, error: { params: { available: 0 } } });
    expect(await scene.both()).toMatchObject({ credits: { held: 0, spent: 0 }, api_credits: { held: 0, spent: 0 } });
  });

  it('is not the same request for another payer', async () => {
    const scene = await Scene.open();
    for (const one of PAYERS) await scene.world.ledger.grant(ann.id, 100, 'any', one);
    expect(await scene.submit('credits', 1)).toMatchObject({ ok: true });
    expect(await scene.submit('api_credits', 1)).toMatchObject({ error: { identifier: 'IDEMPOTENCY_MISMATCH' } });
  });

  it('never takes a credit of one account for the other, over any sequence of presses and ends', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 12 }), async (plan) => {
        const scene = await Scene.open();
        const granted = { credits: 0, api_credits: 0 };
        const sent: (() => Promise<unknown>)[] = [];
        for (const [number, step] of plan.entries()) {
          if (step.kind === 'grant') {
            granted[step.payer] += step.amount;
            await scene.world.ledger.grant(ann.id, step.amount, 'any', step.payer);
          } else if (step.kind === 'repeat') await sent.at(step.of)?.();
          else {
            const seed = (number + 1) * 100;
            for (let index = 0; index < step.failed; index += 1) scene.failing.add(seed + index);
            const press = () => scene.submit(step.payer, number, { seed, count: step.count });
            sent.push(press);
            const before = await scene.both();
            const price = step.count * rateOf(step.payer);
            const taken = await press();
            expect(taken.ok).toBe(before[step.payer].available >= price);
            if (step.end === 'canceled') await cancelTask(scene.process.creation, ann.id, idOf(number));
            if (step.end === 'deleted') await deleteTask(scene.process.creation, ann.id, idOf(number));
            await scene.rounds();
            const after = await scene.both();
            for (const other of PAYERS) if (other !== step.payer) expect(after[other]).toEqual(before[other]);
          }
        }
        await scene.rounds();
        const now = await scene.both();
        for (const one of PAYERS) {
          expect(now[one].granted).toBe(granted[one]);
          expect(now[one].available + now[one].spent).toBe(granted[one]);
        }
        await assertClean(scene.world, scene.process, [ann.id]);
      }),
      { numRuns: 25 },
    );
  });
});
