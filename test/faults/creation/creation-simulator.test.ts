import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Engine } from '../../../src/engine/port.js';
import { cancelTask, deleteTask } from '../../../src/creation/tasks/lifecycle.js';
import { taskIdOf, type Submitter } from '../../../src/creation/tasks/submit/submit.js';
import { productError } from '../../../src/kernel/errors.shared.js';
import type { UserId } from '../../../src/kernel/ids.js';
import { assertClean, colourEngine, Life, request, World, type Process } from './creation-world.js';

/** How long the test may take on a slow machine, milliseconds; nothing hangs on it. */
const PATIENCE = 900_000;

type Act =
  | { readonly do: 'submit'; readonly who: number; readonly press: number; readonly count: number }
  | { readonly do: 'cancel' | 'delete'; readonly who: number; readonly press: number }
  | { readonly do: 'grant'; readonly who: number; readonly amount: number }
  | { readonly do: 'round' }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'doom'; readonly call: number; readonly when: 'before' | 'after' }
  | { readonly do: 'together'; readonly who: number; readonly press: number; readonly count: number };

const who = fc.nat(1);
const press = fc.nat(4);
const acts: fc.Arbitrary<readonly Act[]> = fc.array(
  fc.oneof<fc.WeightedArbitrary<Act>[]>(
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('submit'), who, press, count: fc.integer({ min: 1, max: 3 }) }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('cancel', 'delete'), who, press }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('grant'), who, amount: fc.integer({ min: 1, max: 6 }) }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('round') }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('wait'),
        ms: fc.constantFrom(1_000, 20_000, 70_000, 600_000, 24 * 3_600_000),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('doom'),
        call: fc.integer({ min: 1, max: 25 }),
        when: fc.constantFrom('before', 'after'),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('together'), who, press, count: fc.integer({ min: 1, max: 2 }) }),
    },
  ),
  { minLength: 4, maxLength: 25 },
);

/** Every third picture cannot be drawn, every fifth cannot be drawn just now. */
const moody: Engine = {
  async *generate(submitted, on, signal) {
    for await (const outcome of colourEngine.generate(submitted, on, signal)) {
      const seed = submitted.outputs.find(({ index }) => index === outcome.index)?.seed ?? 0;
      if (seed % 5 === 4)
        yield { index: outcome.index, state: 'failed', error: productError('ENGINE_TIMEOUT'), again: true };
      else if (seed % 3 === 2)
        yield { index: outcome.index, state: 'failed', error: productError('ENGINE_FAILED'), again: false };
      else yield outcome;
    }
  },
};

// Opaque ids of the test's own.
const users: readonly Submitter[] = ['ann', 'bob'].map((id) => ({ id: id as UserId, roles: [], language: 'en' }));
const user = (number: number): Submitter => users[number] ?? { id: 'ann' as UserId, roles: [], language: 'en' };
const requestId = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`;

/** Plays a schedule; whenever the process dies, another is started on the same stores. */
class Play {
  readonly world = new World();
  private process: Process | undefined;
  private life = new Life();
  deaths = 0;

  async act(act: Act): Promise<void> {
    switch (act.do) {
      case 'grant':
        return this.world.ledger.grant(user(act.who).id, act.amount);
      case 'wait':
        return this.world.clock.move(act.ms);
      case 'doom':
        this.life = new Life({ call: act.call, when: act.when });
        this.process = undefined;
        return;
      case 'submit':
        return this.attempt(
          async ({ creation }) =>
            void (await creation.submission.submit(
              user(act.who),
              request({ requestId: requestId(act.press), seed: act.press, count: act.count }),
            )),
        );
      case 'together':
        return this.attempt(async (process) => {
          const submitted = request({ requestId: requestId(act.press), seed: act.press, count: act.count });
          await Promise.all([
            process.creation.submission.submit(user(act.who), submitted),
            process.creation.submission.submit(user(act.who), submitted),
            cancelTask(process.creation, user(act.who).id, taskIdOf(user(act.who).id, submitted.input.requestId)),
            process.round(),
          ]);
        });
      case 'cancel':
        return this.attempt(
          async ({ creation }) =>
            void (await cancelTask(creation, user(act.who).id, taskIdOf(user(act.who).id, requestId(act.press)))),
        );
      case 'delete':
        return this.attempt(
          async ({ creation }) =>
            void (await deleteTask(creation, user(act.who).id, taskIdOf(user(act.who).id, requestId(act.press)))),
        );
      case 'round':
        return this.attempt((process) => process.round());
      default:
        return act satisfies never;
    }
  }

  /** A process that lives, and all the time it needs, with no deadline passed. */
  async settle(): Promise<Process> {
    this.life = new Life();
    this.process = await this.world.boot(this.life, moody);
    for (let round = 0; round < 25; round += 1) {
      this.world.clock.move(70_000);
      await this.process.round();
    }
    return this.process;
  }

  private async attempt(work: (process: Process) => Promise<void>): Promise<void> {
    try {
      this.process ??= await this.world.boot(this.life, moody);
      await work(this.process);
    } catch (error) {
      if (!this.life.isOver) throw error;
    }
    if (!this.life.isOver) return;
    await this.process?.creation.worker?.idle();
    this.deaths += 1;
    this.life = new Life();
    this.process = undefined;
  }
}

describe('whatever users do and whenever processes die', () => {
  it(
    'every task ends, is settled once, holds nothing, and every credit is where the tasks say',
    async () => {
      let deaths = 0;
      await fc.assert(
        fc.asyncProperty(acts, async (schedule) => {
          const play = new Play();
          for (const { id } of users) await play.world.ledger.grant(id, 4);
          for (const act of schedule) {
            await play.act(act);
            await play.world.ledger.check();
          }
          await assertClean(
            play.world,
            await play.settle(),
            users.map(({ id }) => id),
          );
          deaths += play.deaths;
        }),
        { numRuns: 150 },
      );
      expect(deaths).toBeGreaterThan(50);
    },
    PATIENCE,
  );
});
