import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyStream, commands, live, store } from '../../../test/support/people/account-life.js';
import type { AccountEvent } from '../account/events.js';
import { causesOf } from './reconcile.causes.js';
import { decodeAll, type Seen } from './reconcile.documents.js';
import { reconcileModels } from './reconcile.models.js';
import { compareReceivable } from './reconcile.receivables.js';
import type { Difference } from '../books/finance.shared.js';

const seenOf = (events: readonly AccountEvent[]): Seen => {
  const seen = decodeAll(anyStream, store(events));
  if ('code' in seen) throw new Error(seen.what);
  return seen;
};

describe('the receivable of an account', () => {
  it('is what was spent of its revoked grants, whatever is asked of it', () => {
    fc.assert(
      fc.property(commands, (requests) => {
        expect(compareReceivable(anyStream, seenOf(live(requests).events))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('differs when an event states another', () => {
    const { events } = live([
      { type: 'grant', at: 1, grantId: 'g', source: 'purchase', amount: 9, eligibility: 'any' },
      { type: 'hold', at: 2, holdId: 'h', amount: 4, eligibility: 'any', expiresAt: 99, reference: 'task' },
      { type: 'capture', at: 3, holdId: 'h', amount: 4 },
      { type: 'revoke', at: 4, grantId: 'g', reason: 'refund', reference: 'r' },
    ]);
    const forged = events.map((event): AccountEvent =>
      event.type === 'GrantRevoked' ? { ...event, data: { ...event.data, receivable: 1 } } : event,
    );
    expect(compareReceivable(anyStream, seenOf(forged))).toEqual([
      { code: 'receivable-differs', where: anyStream, what: 'the events state 1, 4 were spent of revoked grants' },
    ]);
  });
});

describe('the causes of an account’s events', () => {
  it('are needed by every event but expiries, checkpoints and adjustments, and no expiry of the product comes too early', () => {
    fc.assert(
      fc.property(commands, (requests) => {
        const { events } = live(requests);
        const { caused, differences } = causesOf(anyStream, store(events), seenOf(events));
        expect(differences).toEqual([]);
        expect(caused.map(({ revision }) => revision)).toEqual(
          events.flatMap(({ type }, revision) =>
            ['HoldExpired', 'GrantExpired', 'AccountCheckpointed', 'CreditsAdjusted'].includes(type) ? [] : [revision],
          ),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('cannot explain an expiry before its time', () => {
    const events: readonly AccountEvent[] = [
      {
        type: 'CreditsGranted',
        at: 1,
        data: { amount: 5, available: 5, eligibility: 'any', expiresAt: 100, grantId: 'g', source: 'plan' },
      },
      { type: 'GrantExpired', at: 50, data: { amount: 5, available: 0, grantId: 'g' } },
    ];
    expect(causesOf(anyStream, store(events), seenOf(events)).differences).toEqual([
      { code: 'event-unexplained', where: `event 1 of ${anyStream}`, what: 'grant g expired before its end' },
    ]);
  });
});

describe('the read models of other contexts', () => {
  const difference = (what: string): Difference => ({ code: 'document-differs', where: 'page', what });
  async function reported(rounds: readonly (readonly string[])[]): Promise<readonly string[]> {
    const found: string[] = [];
    let round = 0;
    await reconcileModels(
      [
        {
          name: 'model',
          compare: async () => ({ documents: 1, differences: (rounds[round++] ?? []).map(difference) }),
        },
      ],
      async () => undefined,
      ({ what }) => found.push(what),
    );
    return found;
  }

  it.each<[string, readonly (readonly string[])[], readonly string[]]>([
    ['agree', [[]], []],
    ['were behind and have caught up', [['a'], []], []],
    ['are being written', [['a'], ['b'], ['c']], []],
    ['stay different', [['a'], ['a']], ['a']],
    ['stay different in one place while another is written', [['a', 'x'], ['a', 'y'], ['y']], ['a', 'y']],
  ])('that %s give these differences', async (_what, rounds, expected) =>
    expect(await reported(rounds)).toEqual(expected),
  );
});
