import { createHash } from 'node:crypto';
import { checkEnd } from './checks.js';
import { Broken, People } from './people.js';
import { planOf, type Plan } from './plan.js';
import type { SimulatedProcess } from './process.js';
import { World } from './world.js';

/**
 * Lets the timers of the processes run, so many milliseconds at once. The clock that commands and holds go by is
 * another.
 */
export interface Timers {
  pass(ms: number): void;
  /** Drops every timer that is set. */
  clear(): void;
}

/** What became of a seed. */
export interface Outcome {
  readonly plan: Plan;
  /** Undefined when all was as it should be. */
  readonly failure: string | undefined;
  readonly history: readonly string[];
  readonly steps: number;
  readonly deaths: number;
  readonly answered: number;
  readonly events: number;
}

/** Steps after which something is taken to hang. */
const MAX_STEPS = 60_000;
/** Rounds in which everything has to come to rest. */
const MAX_ROUNDS = 400;

/**
 * Plays a plan to its end and looks at what it left. The same plan always gives the same history.
 * @throws nothing: what is wrong is the outcome's failure
 */
export async function simulate(plan: Plan, timers: Timers): Promise<Outcome> {
  const world = new World(plan);
  const people = new People(world);
  const play = new Play(world, people, timers);
  let failure: string | undefined;
  try {
    await play.run();
    await play.end();
  } catch (error) {
    failure =
      error instanceof Error ? `${error.name === 'Error' ? '' : `${error.name}: `}${error.message}` : String(error);
  }
  for (const { life } of world.processes) life.kill();
  timers.clear();
  const events = [...world.log.values()].reduce((sum, log) => sum + log.length, 0);
  return {
    plan,
    failure,
    history: world.history,
    steps: world.scheduler.taken,
    deaths: world.deaths,
    answered: people.answered,
    events,
  };
}

/** A short name for all that happened, to compare two runs. */
export const fingerprint = ({ history, failure }: Outcome): string =>
  createHash('sha256')
    .update(JSON.stringify([history, failure]))
    .digest('hex');

/**
 * Looks for fewer deeds with which a seed fails as well.
 * @param tries runs at most
 */
export async function shorten(failed: Outcome, timers: Timers, tries = 60): Promise<Outcome> {
  let shortest = failed;
  let left = tries;
  for (
    let size = Math.ceil(failed.plan.deeds.length / 2);
    size >= 1 && left > 0;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let from = 0; from < shortest.plan.deeds.length && left > 0;) {
      const kept = shortest.plan.deeds.filter((_, index) => index < from || index >= from + size).map(({ nth }) => nth);
      left -= 1;
      const outcome = await simulate(planOf(failed.plan.seed, new Set(kept)), timers);
      if (outcome.failure === undefined) from += size;
      else shortest = outcome;
    }
  }
  return shortest;
}

class Play {
  private readonly deeds: Plan['deeds'][number][];
  private readonly moves: number[];

  constructor(
    private readonly world: World,
    private readonly people: People,
    private readonly timers: Timers,
  ) {
    this.deeds = [...world.plan.deeds];
    this.moves = [...world.plan.moves];
  }

  /** Until every deed is done and nobody waits for an answer. */
  async run(): Promise<void> {
    const {
      world: { scheduler },
      people,
    } = this;
    for (let turn = 0; this.deeds.length > 0 || people.busy > 0; turn += 1) {
      if (turn > MAX_STEPS) throw new Broken('it does not come to an end');
      await this.something();
      if (!(await scheduler.step())) {
        this.pass(250);
        await scheduler.rest();
      }
      this.look();
    }
  }

  /** @throws what somebody came upon who acts by themselves */
  private look(): void {
    if (this.people.failure !== undefined) throw this.people.failure as Error; // what a deed threw, passed on as it is
  }

  /** Now and then something happens that nobody asked for. */
  private async something(): Promise<void> {
    const { world, people } = this;
    const { chance, plan } = world;
    if (world.up < 1 || (world.up < plan.processes && chance.is(0.03))) world.boot(world.up === 0 || chance.is(0.6));
    const deed = this.deeds[0];
    if (deed !== undefined && world.processes.length > 0 && chance.is(0.05)) {
      this.deeds.shift();
      world.note(`user${deed.who} sets out: ${JSON.stringify(deed)}`);
      people.begin(deed);
    }
    if (world.deaths < plan.deaths && chance.is(0.006)) await world.kill();
    if (this.moves.length > 0 && world.processes.length > 0 && chance.is(0.012)) this.move(this.moves.pop() ?? 0);
    if (world.processes.length > 0 && chance.is(0.015)) this.sweep(chance.pick(world.processes));
    if (chance.is(0.03)) this.pass(chance.pick([250, 1_000, 3_000] as const));
  }

  private move(ms: number): void {
    this.world.now += ms;
    this.world.note(`the clock moves on by ${ms / 1_000} s`);
  }

  /** Timers that fire, one burst after another. */
  private pass(ms: number): void {
    this.timers.pass(ms);
  }

  /** What one process could not read or send, the next sweep does. */
  private sweep(process: SimulatedProcess): void {
    this.world.note(`${process.life.name} sweeps`);
    process.sweep().catch(() => undefined);
  }

  /** No more faults: all dies, one process comes up and does what is left to do. @throws Broken when that never ends */
  async end(): Promise<void> {
    const { world } = this;
    world.note('from here on nothing goes wrong');
    world.scheduler.weather = { refused: 0, lost: 0 };
    while (world.up > 0) await world.kill();
    world.boot(true);
    await this.drain(() => world.processes.length > 0);
    const [process] = world.processes;
    if (process === undefined) throw new Broken('no process came up');
    await this.caughtUp(process);
    world.caughtUpAt = world.now;
    // Beyond every hold and every grant, and as often as one expiry can lead to another.
    for (const ms of [100, 500, 800]) {
      this.move(ms * 86_400_000);
      this.sweep(process);
      await this.drain(() => true);
      await this.caughtUp(process);
    }
    await checkEnd(world, this.people, await world.bare());
  }

  /** Everything in the log is in the read models, and no message waits. */
  private async caughtUp(process: SimulatedProcess): Promise<void> {
    const { world } = this;
    const followers = [
      process.reads.balance.name,
      process.reads.statement.name,
      process.books.follower.name,
      'policy_bonus',
    ];
    let isDone = false;
    await this.drain(
      () => isDone,
      async () => {
        const head = await world.events.head();
        const stored = await (
          await world.documents.collection(
            { name: 'log_checkpoints', indexes: [] },
            (document) => (document as { readonly position: number }).position,
          )
        ).getMany(followers); // as Checkpoints writes them
        const behind = followers.length !== stored.length || stored.some(({ document }) => document < head);
        isDone = !behind && (await world.documents.pendingMessages(1)).length === 0;
      },
    );
  }

  /** Lets everything that waits happen, and timers fire, until a condition holds and nothing waits. */
  private async drain(until: () => boolean, look: () => Promise<void> = async () => undefined): Promise<void> {
    const { scheduler } = this.world;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      while (await scheduler.step()) if (scheduler.taken > MAX_STEPS) throw new Broken('it does not come to rest');
      await look();
      if (until()) return this.look();
      this.pass(1_000);
      // A pause between two tries goes by the clock.
      this.world.now += 1_000;
      await scheduler.rest();
    }
    throw new Broken('it does not come to rest: something is never done');
  }
}
