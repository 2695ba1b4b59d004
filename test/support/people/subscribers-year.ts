import { CommandBus } from '@nestjs/cqrs';
import { SUBSCRIPTION_LOOP, type SubscriptionLoop } from '../../../src/billing/commands.js';
import { RecordFacts, RecordPurchase } from '../../../src/billing/index.js';
import { BillingReads } from '../../../src/billing/queries.js';
import { sweepMonths } from '../../../src/billing/sweep.js';
import { CreditsReads } from '../../../src/credits/queries.js';
import { sweepExpiries } from '../../../src/credits/account/sweep.js';
import { Checkpoints } from '../../../src/platform/projections/checkpoints.js';
import type { Follower } from '../../../src/platform/projections/follower.js';
import { LogRuntime } from '../../../src/platform/projections/log-runtime.js';
import { account, type TestCredits } from './credits.js';
import type { Delivered, Subscriber } from './subscribers.js';
import { DAY_MS, type Span } from './year-life.js';

const quiet = {
  warn: (fields: object): never => {
    throw new Error(`a sweep could not: ${JSON.stringify(fields)}`);
  },
};

/** Gives every follower of the log what it has not had, one after another, so that a moved clock waits for nobody. */
export class Pump {
  private readonly places = new Map<Follower, number>();

  constructor(private readonly world: TestCredits) {}

  /**
   * Until the log ends and nobody has added to it.
   * @param lost the name of a follower that is given nothing of it, and goes on as if it had been
   * @throws Error when somebody set a stream aside
   */
  async drain(lost?: string): Promise<void> {
    const { followers } = this.world.nest.get(LogRuntime);
    for (let moved = true; moved;) {
      moved = false;
      for (const follower of followers) moved = (await this.give(follower, follower.name === lost)) || moved;
    }
    await this.world.nest
      .get(Checkpoints)
      .save(new Map([...this.places].map(([{ reader }, place]) => [reader, place])));
    if (this.world.errors.length > 0) throw new Error(this.world.errors.join('; '));
  }

  private async give(follower: Follower, isLost: boolean): Promise<boolean> {
    const after = this.places.get(follower) ?? follower.begin;
    const stop = new AbortController();
    let [place, isMoved] = [after, false];
    for await (const { events, checkpoint, caughtUp } of this.world.events.follow({
      after,
      prefixes: [follower.prefix],
      batchSize: 5_000,
      signal: stop.signal,
    })) {
      if (events.length > 0) {
        isMoved = true;
        if (!isLost) await follower.apply(events);
      }
      place = Math.max(place, checkpoint);
      if (caughtUp) break;
    }
    stop.abort();
    this.places.set(follower, place);
    return isMoved;
  }
}

/** How a year went. */
export interface Lived {
  readonly deliveredCount: number;
  readonly works: number;
  /** Works that could not be paid for. */
  readonly refused: number;
}

/**
 * Lives through the days on a moved clock: each day's deliveries come in, what they lead to is carried out, months that
 * have begun are asked for and what is due expires, as the sweeps do.
 * @param world a Billing and its Credits with no role started
 * @param pump after each day
 * @throws Error when anything is refused that a gateway may tell
 */
export async function liveThrough(
  world: TestCredits,
  subscribers: readonly Subscriber[],
  { first, days }: Span,
  pump: Pump,
): Promise<Lived> {
  const byDay = <One>(all: readonly One[], at: (one: One) => number): readonly (readonly One[])[] => {
    const groups = Array.from({ length: days }, (): One[] => []);
    for (const one of all) groups[Math.floor((at(one) - first) / DAY_MS)]?.push(one);
    return groups;
  };
  const deliveredCount = byDay(
    subscribers.flatMap(({ deliveries }) => deliveries).sort((a, b) => a.arrives - b.arrives),
    ({ arrives }) => arrives,
  );
  const works = byDay(
    subscribers.flatMap(({ userId, works: own }) =>
      own.map((work, index) => ({ ...work, userId, holdId: `work-${userId}-${index}` })),
    ),
    ({ at }) => at,
  );
  let refused = 0;
  for (let day = 0; day < days; day += 1) {
    world.now = first + (day + 1) * DAY_MS - 1;
    await Promise.all((deliveredCount[day] ?? []).map((delivered) => deliver(world, delivered)));
    await pump.drain();
    await sweep(world);
    await pump.drain();
    for (const answer of await Promise.all((works[day] ?? []).map((work) => create(world, work))))
      if (!answer) refused += 1;
    await pump.drain();
  }
  return { deliveredCount: deliveredCount.flat().length, works: works.flat().length, refused };
}

async function deliver(world: TestCredits, { userId, externalId, ...what }: Delivered): Promise<void> {
  const owner = { appName: 'kinora', gateway: 'sandbox', platformName: 'card', userId } as const;
  const command =
    what.kind === 'subscription'
      ? new RecordFacts(owner, externalId, what.facts)
      : new RecordPurchase(owner, externalId, what.facts);
  const answer = await world.nest
    .get(CommandBus)
    .execute<RecordFacts | RecordPurchase, { readonly ok: boolean; readonly error?: { readonly identifier: string } }>(
      command,
    );
  if (!answer.ok) throw new Error(`${externalId}: ${answer.error?.identifier ?? ''}`);
}

/** As the two sweeps do it, now. */
export async function sweep(world: TestCredits): Promise<void> {
  const { nest, now } = world;
  const loop = nest.get<SubscriptionLoop>(SUBSCRIPTION_LOOP);
  await sweepExpiries(
    nest.get(CreditsReads).balance,
    now,
    ({ account: whose, change }) => world.change(whose, change),
    quiet,
  );
  await sweepMonths(
    nest.get(BillingReads).subscriptions,
    now,
    (stream) => loop.execute(stream, { type: 'advance', at: now }, 'month-sweep'),
    quiet,
  );
}

/** Holds and captures; false where there is not enough. */
async function create(
  world: TestCredits,
  { userId, holdId, credits }: { readonly userId: string; readonly holdId: string; readonly credits: number },
): Promise<boolean> {
  const whose = account(userId);
  const at = world.now;
  const held = await world.change(whose, {
    type: 'hold',
    at,
    holdId,
    amount: credits,
    eligibility: 'free-models',
    expiresAt: at + DAY_MS,
    reference: `task:${holdId}`,
  });
  if (!held.ok) return false;
  await world.done(whose, { type: 'capture', at, holdId, amount: credits });
  return true;
}
