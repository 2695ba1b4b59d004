import fc from 'fast-check';
import type { AccountKey } from '../../src/credits/account.key.js';
import { accountStream } from '../../src/credits/account.key.js';
import type { AccountState } from '../../src/credits/account.state.js';
import { APP_NAMES, USAGE_TYPES } from '../../src/credits/credits.shared.js';
import { accountCodec, type AccountEvent } from '../../src/credits/events.js';
import { chainEvent, GENESIS_HASH } from '../../src/kernel/chain.js';
import type { UserId } from '../../src/kernel/ids.js';
import type { EventStore } from '../../src/platform/event-store/port.js';
import { commands, live } from './account-life.js';

/** An account's life and where it ended. */
export interface Lived {
  readonly account: AccountKey;
  readonly events: readonly AccountEvent[];
  readonly state: AccountState;
}

/** Several accounts of both apps and all usage types, each with a life of its own; some write checkpoints often. */
export const manyLives: fc.Arbitrary<readonly Lived[]> = fc
  .uniqueArray(fc.record({ user: fc.constantFrom('ann', 'bob', 'cid'), appName: fc.constantFrom(...APP_NAMES), usageType: fc.constantFrom(...USAGE_TYPES), asked: commands, every: fc.integer({ min: 2, max: 9 }) }), {
    minLength: 1, maxLength: 5, selector: ({ user, appName, usageType }) => `${user}.${appName}.${usageType}`,
  })
  .map((lives) => lives.map(({ user, appName, usageType, asked, every }) => {
    const { events, state } = live(asked, { every, perEntry: 0, seal: 2 });
    return { account: { userId: user as UserId, appName, usageType }, events, state }; // a test's own user
  }));

/**
 * Writes the lives into a log, event by event, whose turn it is as the numbers say; what is left over in order.
 * @param turns indices into the lives, wrapped around
 */
export async function writeInterleaved(log: Pick<EventStore, 'append'>, lives: readonly Lived[], turns: readonly number[]): Promise<void> {
  const places = lives.map(({ account, events }) => ({ stream: accountStream(account), events, next: 0, hash: GENESIS_HASH }));
  const write = async (place: (typeof places)[number]): Promise<void> => {
    const event = place.events[place.next];
    if (event === undefined) return;
    const { event: stored, hash } = chainEvent(place.hash, { ...accountCodec.encode(event), stream: place.stream, revision: place.next, at: event.at });
    await log.append(place.stream, place.next - 1, [stored]);
    place.hash = hash;
    place.next += 1;
  };
  for (const turn of turns) {
    const place = places[turn % places.length];
    if (place !== undefined) await write(place);
  }
  for (const place of places) while (place.next < place.events.length) await write(place);
}
