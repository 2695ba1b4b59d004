import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { AccountKey } from '../../../src/credits/account/account.key.js';
import { accountStream } from '../../../src/credits/account/account.key.js';
import type { AccountState } from '../../../src/credits/account/account.state.js';
import { APP_NAMES, USAGE_TYPES } from '../../../src/credits/credits.shared.js';
import { accountCodec, type AccountEvent } from '../../../src/credits/account/events.js';
import { chainEvent, GENESIS_HASH } from '../../../src/kernel/event-sourcing/chain.js';
import type { UserId } from '../../../src/kernel/ids.js';
import type { EventStore } from '../../../src/platform/event-store/port.js';
import { commands, live } from './account-life.js';

/** An account's life and where it ended. */
export interface Lived {
  readonly account: AccountKey;
  readonly events: readonly AccountEvent[];
  readonly state: AccountState;
}

/** Several accounts of both apps and all usage types, each with a life of its own; some write checkpoints often. */
export const manyLives: fc.Arbitrary<readonly Lived[]> = fc
  .uniqueArray(
    fc.record({
      user: fc.constantFrom('ann', 'bob', 'cid'),
      appName: fc.constantFrom(...APP_NAMES),
      usageType: fc.constantFrom(...USAGE_TYPES),
      commands,
      every: fc.integer({ min: 2, max: 9 }),
    }),
    { minLength: 1, maxLength: 5, selector: ({ user, appName, usageType }) => `${user}.${appName}.${usageType}` },
  )
  .map((lives) =>
    lives.map(({ user, appName, usageType, commands, every }) => {
      const { events, state } = live(commands, { every, perEntry: 0, seal: 2 });
      return { account: { userId: user as UserId, appName, usageType }, events, state }; // a test's own user
    }),
  );

/** A name nobody else in a log has. */
export const freshly = (): string => randomUUID().replaceAll('-', '').slice(0, 12);

/** The lives under names of their own, for a log in which others have lived. */
export const ownAccounts = (lives: readonly Lived[], own: string): readonly Lived[] =>
  lives.map((life) => ({ ...life, account: { ...life.account, userId: `${life.account.userId}${own}` as UserId } })); // a test's own user

/** How far each life has been written. */
export type WrittenSoFar = readonly { readonly next: number; readonly hash: string }[];

/**
 * Writes the lives into a log, event by event, whose turn it is as the numbers say; what is left over in order.
 * @param turns indices into the lives, wrapped around
 * @param from how far the same lives have been written; default not at all
 * @returns how far they have been written now
 */
export async function writeInterleaved(
  log: Pick<EventStore, 'append'>,
  lives: readonly Lived[],
  turns: readonly number[],
  from: WrittenSoFar = [],
): Promise<WrittenSoFar> {
  const places = lives.map(({ account, events }, index) => ({
    stream: accountStream(account),
    events,
    next: from[index]?.next ?? 0,
    hash: from[index]?.hash ?? GENESIS_HASH,
  }));
  const write = async (place: (typeof places)[number]): Promise<void> => {
    const event = place.events[place.next];
    if (event === undefined) return;
    const { event: stored, hash } = chainEvent(place.hash, {
      ...accountCodec.encode(event),
      stream: place.stream,
      revision: place.next,
      at: event.at,
    });
    await log.append(place.stream, place.next - 1, [stored]);
    place.hash = hash;
    place.next += 1;
  };
  for (const turn of turns) {
    const place = places[turn % places.length];
    if (place !== undefined) await write(place);
  }
  for (const place of places) while (place.next < place.events.length) await write(place);
  return places;
}
