import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { createMemoryDocumentStore } from '../../platform/documents/memory.js';
import { createMemoryEventStore } from '../../platform/event-store/memory.js';
import { ParkedStreams } from '../../platform/projections/parked.js';
import type { LoggedEvent } from '../../kernel/event-sourcing/event.js';
import type { UserId } from '../../kernel/ids.js';
import { accountStream } from '../account/account.key.js';
import type { AccountCommand } from '../account/account.commands.js';
import { createAccountLoop } from '../commands.js';
import { GrantUseFollower } from './grant-use.follower.js';
import { grantUseKey, readGrantUses, withUse, type DailyGrantUse } from './grant-use.js';

const DAY_MS = 86_400_000;
const STREAM = accountStream({ userId: 'ann' as UserId, appName: 'kinora', usageType: 'credits' }); // a test's own user
const fail = (error: unknown): never => {
  throw error;
};
const ignore = (): void => {};
const on = (day: number): number => day * DAY_MS;

/** An account with two packs and other credits, which are held, captured, taken and revoked. */
const LIFE: readonly AccountCommand[] = [
  { type: 'grant', at: on(1), grantId: 'other', source: 'signup', amount: 5, eligibility: 'any', expiresAt: on(30) },
  { type: 'grant', at: on(1), grantId: 'pack.a', source: 'purchase', amount: 20, eligibility: 'any' },
  { type: 'grant', at: on(1), grantId: 'pack.b', source: 'purchase', amount: 20, eligibility: 'any' },
  {
    type: 'hold',
    at: on(2),
    holdId: 'first',
    amount: 15,
    eligibility: 'any',
    expiresAt: on(40),
    reference: 'task:first',
  },
  { type: 'capture', at: on(3), holdId: 'first', amount: 12 },
  {
    type: 'adjust',
    at: on(3) + 1,
    adjustmentId: 'case',
    amount: -3,
    reasonCode: 'correction',
    actor: 'finance',
    reference: 'case',
  },
  {
    type: 'hold',
    at: on(4),
    holdId: 'second',
    amount: 25,
    eligibility: 'any',
    expiresAt: on(40),
    reference: 'task:second',
  },
  { type: 'revoke', at: on(5), grantId: 'pack.b', reason: 'refund', reference: 'invoice:b' },
  { type: 'capture', at: on(6), holdId: 'second', amount: 16 },
];
const USES: readonly DailyGrantUse[] = [
  { stream: STREAM, grantId: 'pack.a', days: [3, 6], used: [10, 10], ended: null },
  { stream: STREAM, grantId: 'pack.b', days: [6], used: [6], ended: 5 },
];

describe('the daily use of grants', () => {
  it('is what captures and adjustments took of each, and when it ended, however often it is delivered', async () => {
    const [events, documents] = [createMemoryEventStore({ now: () => 0 }), createMemoryDocumentStore()];
    const quiet = { debug: ignore, info: ignore, warn: ignore, error: ignore };
    const parked = await ParkedStreams.open(documents, { now: () => 0 }, quiet, { parked: ignore });
    const follower = await GrantUseFollower.open({ name: 'test_use', version: 1, grants: 'pack.' }, documents, parked);
    const loop = createAccountLoop(events, fail);
    for (const command of LIFE) expect(await loop.execute(STREAM, command)).toMatchObject({ ok: true });
    const logged: LoggedEvent[] = [];
    for await (const { events: some, caughtUp } of events.follow({
      after: -1,
      prefixes: [STREAM],
      signal: new AbortController().signal,
    })) {
      logged.push(...some);
      if (caughtUp) break;
    }
    for (const some of [logged.slice(0, 7), logged.slice(3), logged]) await follower.apply(some);
    expect((await follower.pages.find({ limit: 10 })).items).toEqual(USES);
    expect(
      [...(await readGrantUses(events, STREAM, 'pack.')).values()].toSorted((a, b) => (a.grantId < b.grantId ? -1 : 1)),
    ).toEqual(USES);
    expect(await follower.pages.getMany([grantUseKey(STREAM, 'pack.b'), grantUseKey(STREAM, 'other')])).toEqual(
      USES.slice(1),
    );
  });

  it('does not depend on the order of uses', () => {
    const change = fc.record({ at: fc.nat(on(9)), used: fc.nat(5), ends: fc.boolean() });
    const fold = (
      changes: readonly { readonly at: number; readonly used: number; readonly ends: boolean }[],
    ): DailyGrantUse | undefined =>
      changes.reduce<DailyGrantUse | undefined>(
        (before, { at, ...rest }) => withUse(before, STREAM, { grantId: 'pack.a', ...rest }, at),
        undefined,
      );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) =>
        expect(fold(changes)).toEqual(fold(changes.toSorted((a, b) => a.at - b.at))),
      ),
    );
  });
});
