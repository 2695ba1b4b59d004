import { describe, it } from '@jest/globals';
import { hold, held, from, granted, DAY, grant, captured } from '../../../test/fixtures/account-facts.js';
import { accountDecider } from './account.js';
import type { Allocation, AccountEvent } from './events.js';
import { specification } from '../../../test/support/given-when-then.js';

const given = specification(accountDecider);

describe('an adjustment', () => {
  const adjust = (amount: number) =>
    ({
      type: 'adjust',
      at: 5,
      adjustmentId: 'adj',
      amount,
      reasonCode: 'goodwill',
      actor: 'finance-1',
      reference: 'ticket-1',
    }) as const;
  const adjusted = (amount: number, available: number, taken: Allocation[] = []): AccountEvent => ({
    type: 'CreditsAdjusted',
    at: 5,
    data: {
      actor: 'finance-1',
      adjustmentId: 'adj',
      amount,
      available,
      reasonCode: 'goodwill',
      reference: 'ticket-1',
      taken,
    },
  });
  it('upwards is a grant of its own', () => {
    given([])
      .when(adjust(7))
      .then([adjusted(7, 7)]);
    given([adjusted(7, 7)])
      .when(hold('h', 6, { at: 6 }))
      .then([held('h', 1, [from('adj', 6)], { at: 6 })]);
  });
  it('downwards takes in burn order from any grant', () =>
    given([granted('b', 9, 9), granted('a', 3, 12, { expiresAt: DAY, eligibility: 'free-models' })])
      .when(adjust(-5))
      .then([adjusted(-5, 7, [from('a', 3), from('b', 2)])]));
  it('never overdraws and never touches what is held', () =>
    given([granted('a', 3, 3), held('h', 1, [from('a', 2)])])
      .when(adjust(-2))
      .thenRefused('ADJUSTMENT_TOO_LARGE', { needed: 2, available: 1 }));
  it('changes nothing when it is repeated, is refused for another amount, and shares no id with a grant', () => {
    given([adjusted(7, 7)])
      .when(adjust(7))
      .thenNothing();
    given([adjusted(7, 7)])
      .when(adjust(8))
      .thenRefused('IDEMPOTENCY_MISMATCH');
    given([adjusted(7, 7)])
      .when(grant('adj', 7))
      .thenRefused('IDEMPOTENCY_MISMATCH');
    given([granted('adj', 7, 7)])
      .when(adjust(7))
      .thenRefused('IDEMPOTENCY_MISMATCH');
  });
  it('names the earlier time at which it should have been made, which is not in the future', () => {
    // The same event with one more field.
    given([])
      .when({ ...adjust(7), validAt: 3 })
      .then([{ ...adjusted(7, 7), data: { ...adjusted(7, 7).data, validAt: 3 } } as AccountEvent]);
    given([])
      .when({ ...adjust(7), validAt: 6 })
      .thenRefused('VALIDATION_ERROR', { field: 'validAt' });
  });
  it('of nothing is refused', () => given([]).when(adjust(0)).thenRefused('VALIDATION_ERROR'));
  it('names who requested and who approved it', () => {
    given([])
      .when({ ...adjust(7), approver: 'finance-2' })
      .then([{ ...adjusted(7, 7), data: { ...adjusted(7, 7).data, approver: 'finance-2' } } as AccountEvent]);
  });
  it('settles at most what is owed, and may then move nothing', () => {
    const owes: readonly AccountEvent[] = [
      granted('a', 3, 3),
      held('h', 0, [from('a', 3)]),
      captured('h', 0, [from('a', 3)]),
      {
        type: 'GrantRevoked',
        at: 4,
        data: { amount: 0, available: 0, grantId: 'a', reason: 'chargeback', receivable: 3, reference: 'invoice:1' },
      },
    ];
    // The same event with one more field.
    given([...owes])
      .when({ ...adjust(0), settles: 3 })
      .then([{ ...adjusted(0, 0), data: { ...adjusted(0, 0).data, settles: 3 } } as AccountEvent]);
    given([...owes])
      .when({ ...adjust(0), settles: 4 })
      .thenRefused('VALIDATION_ERROR', { field: 'settles' });
    given([])
      .when({ ...adjust(0), settles: 1 })
      .thenRefused('VALIDATION_ERROR', { field: 'settles' });
  });
});

describe('the reversal of an adjustment', () => {
  const original = (amount: number, available: number): AccountEvent => ({
    type: 'CreditsAdjusted',
    at: 5,
    data: {
      actor: 'finance-1',
      adjustmentId: 'adj',
      amount,
      available,
      reasonCode: 'goodwill',
      reference: 'ticket-1',
      taken: [],
    },
  });
  const reverse = (amount: number, reverses = 'adj') =>
    ({
      type: 'adjust',
      at: 6,
      adjustmentId: `reversal.${reverses}`,
      amount,
      reasonCode: 'reversal',
      actor: 'finance-1',
      reference: 'ticket-2',
      reverses,
    }) as const;
  const reversed: AccountEvent = {
    type: 'CreditsAdjusted',
    at: 6,
    data: {
      actor: 'finance-1',
      adjustmentId: 'reversal.adj',
      amount: -7,
      available: 0,
      reasonCode: 'reversal',
      reference: 'ticket-2',
      reverses: 'adj',
      taken: [from('adj', 7)],
    },
  };
  it('is its counterpart, once', () => {
    given([original(7, 7)])
      .when(reverse(-7))
      .then([reversed]);
    given([original(7, 7), reversed])
      .when({ ...reverse(-7), at: 9 })
      .thenNothing();
  });
  it('has the opposite amount, an id that follows from the other, and its own reason', () => {
    given([original(7, 7)])
      .when(reverse(-6))
      .thenRefused('VALIDATION_ERROR', { field: 'amount' });
    given([original(7, 7)])
      .when({ ...reverse(-7), adjustmentId: 'again' })
      .thenRefused('VALIDATION_ERROR', { field: 'adjustmentId' });
    given([original(7, 7)])
      .when({ ...reverse(-7), reasonCode: 'goodwill' })
      .thenRefused('VALIDATION_ERROR', { field: 'reasonCode' });
    given([])
      .when({
        type: 'adjust',
        at: 6,
        adjustmentId: 'reversal.adj',
        amount: 1,
        reasonCode: 'goodwill',
        actor: 'finance-1',
        reference: 'ticket',
      })
      .thenRefused('VALIDATION_ERROR', { field: 'adjustmentId' });
  });
  it('first takes what the adjustment gave, then in burn order', () => {
    given([granted('pack', 9, 9), original(7, 16)])
      .when(reverse(-7))
      .then([{ ...reversed, data: { ...reversed.data, available: 9 } }]);
    given([
      granted('pack', 9, 9),
      original(7, 16),
      held('h', 7, [from('pack', 9)]),
      held('i', 5, [from('adj', 2)]),
      {
        type: 'HoldReleased',
        at: 4,
        data: {
          available: 14,
          holdId: 'h',
          reason: 'failed',
          returned: [{ grantId: 'pack', amount: 9, to: 'available' }],
        },
      },
    ])
      .when(reverse(-7))
      .then([{ ...reversed, data: { ...reversed.data, available: 7, taken: [from('adj', 5), from('pack', 2)] } }]);
  });
  it('never overdraws the account', () =>
    given([original(7, 7), held('h', 2, [from('adj', 5)])])
      .when(reverse(-7))
      .thenRefused('ADJUSTMENT_TOO_LARGE', { needed: 7, available: 2 }));
  it('exists for adjustments of the account only, and not for reversals', () => {
    given([]).when(reverse(-7)).thenRefused('ADJUSTMENT_NOT_FOUND', { id: 'adj' });
    given([original(7, 7), reversed])
      .when(reverse(7, 'reversal.adj'))
      .thenRefused('NOT_REVERSIBLE', { id: 'reversal.adj' });
  });
});
