import { describe, expect, it } from '@jest/globals';
import { specification } from '../../../test/support/given-when-then.js';
import { accountDecider } from './account.js';
import { REMEMBER_ENDED_MS, REMEMBER_GRANT_MS } from './account.state.js';
import type { AccountEvent } from './events.js';
import {
  grant,
  granted,
  held,
  from,
  captured,
  DAY,
  hold,
  released,
  back,
} from '../../../test/fixtures/account-facts.js';

const given = specification(accountDecider);

describe('a grant', () => {
  it('adds credits', () =>
    given([])
      .when(grant('pack', 10))
      .then([granted('pack', 10, 10)]));
  it('adds nothing when it is repeated', () =>
    given([granted('pack', 10, 10)])
      .when(grant('pack', 10, { at: 9 }))
      .thenNothing());
  it('is refused under an id that was given for something else', () =>
    given([granted('pack', 10, 10)])
      .when(grant('pack', 11))
      .thenRefused('IDEMPOTENCY_MISMATCH', { id: 'pack' }));
  it('is not given a second time once it is used up', () =>
    given([granted('pack', 4, 4), held('h', 0, [from('pack', 4)]), captured('h', 0, [from('pack', 4)])])
      .when(grant('pack', 4, { at: 9_000 * DAY }))
      .thenNothing());
  it('is refused when it would have ended already', () =>
    given([])
      .when(grant('plan', 10, { at: 5, expiresAt: 5 }))
      .thenRefused('REQUEST_TOO_OLD'));
  it('is refused, not repeated, when it was forgotten after its expiry', () =>
    given([
      granted('plan', 4, 4, { expiresAt: 10 }),
      { type: 'GrantExpired', at: 10, data: { amount: 4, available: 0, grantId: 'plan' } },
    ])
      .when(grant('plan', 4, { at: 10 + REMEMBER_GRANT_MS, expiresAt: 10 }))
      .thenRefused('REQUEST_TOO_OLD'));
  it.each([0, -1, 1.5, Number.NaN, 1_000_000_001])('of %p credits is refused', (amount) =>
    given([]).when(grant('pack', amount)).thenRefused('VALIDATION_ERROR', { field: 'amount' }),
  );
});

describe('a hold', () => {
  it('takes the grant that ends first, then the oldest, and those that never end last', () =>
    given([
      granted('forever-old', 1, 1),
      granted('late', 1, 2, { expiresAt: 9 * DAY }),
      granted('soon-old', 1, 3, { expiresAt: 3 * DAY }),
      granted('soon-new', 1, 4, { expiresAt: 3 * DAY }),
      granted('forever-new', 1, 5),
    ])
      .when(hold('h', 5))
      .then([
        held('h', 0, [
          from('soon-old', 1),
          from('soon-new', 1),
          from('late', 1),
          from('forever-old', 1),
          from('forever-new', 1),
        ]),
      ]));
  it('has a surcharge as its first part, and says which sold credits pay it', () => {
    const surcharge = { amount: 5, work: 'work' };
    const gift = { type: 'grant', at: 0, grantId: 'gift', source: 'signup', amount: 2 } as const;
    const events = [
      { ...gift, expiresAt: 2 * DAY, eligibility: 'any' } as const,
      { ...gift, grantId: 'plan', source: 'plan', amount: 9, eligibility: 'any' } as const,
      { ...hold('h', 6), surcharge },
    ].reduce<readonly AccountEvent[]>((before, command) => {
      const decided = accountDecider.decide(command, before.reduce(accountDecider.evolve, accountDecider.initial));
      if (!decided.ok) throw new Error(decided.error.identifier);
      return [...before, ...decided.value];
    }, []);
    expect(events.at(-1)?.data).toMatchObject({
      amount: 6,
      allocations: [from('gift', 2), from('plan', 4)],
      surcharge: { ...surcharge, paid: [from('plan', 3)] },
    });
  });
  it('is refused with a surcharge above it', () =>
    given([granted('a', 9, 9)])
      .when({ ...hold('h', 5), surcharge: { amount: 6, work: 'work' } })
      .thenRefused('VALIDATION_ERROR', { field: 'surcharge' }));
  it('takes from several grants no more than it needs', () =>
    given([granted('a', 3, 3, { expiresAt: 2 * DAY }), granted('b', 9, 12)])
      .when(hold('h', 5))
      .then([held('h', 7, [from('a', 3), from('b', 2)])]));
  it('never overdraws, and says what is needed and what there is', () =>
    given([granted('a', 3, 3)])
      .when(hold('h', 4))
      .thenRefused('CREDITS_NOT_ENOUGH', { needed: 4, available: 3 }));
  it('does not spend what another hold has', () =>
    given([granted('a', 3, 3), held('h1', 1, [from('a', 2)])])
      .when(hold('h2', 2))
      .thenRefused('CREDITS_NOT_ENOUGH', { needed: 2, available: 1 }));
  it('never spends a grant that is due, however late its expiry is recorded', () =>
    given([granted('a', 3, 3, { expiresAt: 50 }), granted('b', 1, 4)])
      .when(hold('h', 2, { at: 50 }))
      .thenRefused('CREDITS_NOT_ENOUGH', { needed: 2, available: 1 }));
  it('is decided at the time the account has reached when its own is earlier', () =>
    given([granted('a', 3, 3, { expiresAt: 50 }), granted('b', 1, 4, { at: 60 })])
      .when(hold('h', 2, { at: 40 }))
      .thenRefused('CREDITS_NOT_ENOUGH'));
  it('for other than a free model is not paid by a grant for free models', () =>
    given([granted('gift', 9, 9, { eligibility: 'free-models' }), granted('b', 1, 10)])
      .when(hold('h', 2))
      .thenRefused('CREDITS_NOT_ENOUGH', { needed: 2, available: 1 }));
  it('for a free model is paid by any grant in burn order', () =>
    given([
      granted('gift', 9, 9, { eligibility: 'free-models', expiresAt: 9 * DAY }),
      granted('b', 1, 10, { expiresAt: 2 * DAY }),
    ])
      .when(hold('h', 2, { eligibility: 'free-models' }))
      .then([held('h', 8, [from('b', 1), from('gift', 1)], { eligibility: 'free-models' })]));
  it('changes nothing when it is repeated, open or closed', () => {
    const open = [granted('a', 3, 3), held('h', 1, [from('a', 2)])];
    given(open)
      .when(hold('h', 2, { at: 7 }))
      .thenNothing();
    given([...open, captured('h', 1, [from('a', 2)])])
      .when(hold('h', 2, { at: 7 }))
      .thenNothing();
    given([...open, released('h', 3, [back('a', 2)])])
      .when(hold('h', 2, { at: 7 }))
      .thenNothing();
  });
  it.each([[hold('h', 1)], [hold('h', 2, { eligibility: 'free-models' })], [hold('h', 2, { expiresAt: 2 * DAY })]])(
    'is refused under an id that was held for something else: %p',
    (other) => {
      given([granted('a', 3, 3), held('h', 1, [from('a', 2)])])
        .when(other)
        .thenRefused('IDEMPOTENCY_MISMATCH');
      given([granted('a', 3, 3), held('h', 1, [from('a', 2)]), released('h', 3, [back('a', 2)])])
        .when(other)
        .thenRefused('IDEMPOTENCY_MISMATCH');
    },
  );
  it('that should have ended already is refused, so that none is repeated after it was forgotten', () =>
    given([granted('a', 3, 3), held('h', 1, [from('a', 2)]), released('h', 3, [back('a', 2)])])
      .when(hold('h', 2, { at: DAY + REMEMBER_ENDED_MS }))
      .thenRefused('REQUEST_TOO_OLD', { id: 'h' }));
});

describe('a capture', () => {
  const open = [
    granted('a', 3, 3, { expiresAt: 2 * DAY }),
    granted('b', 9, 12),
    held('h', 7, [from('a', 3), from('b', 2)]),
  ];
  it('spends the hold', () =>
    given(open)
      .when({ type: 'capture', at: 3, holdId: 'h', amount: 5 })
      .then([captured('h', 7, [from('a', 3), from('b', 2)])]));
  it('of a part spends what ends first and gives the rest back to the grants it came from', () =>
    given(open)
      .when({ type: 'capture', at: 3, holdId: 'h', amount: 2 })
      .then([captured('h', 10, [from('a', 2)], [back('a', 1), back('b', 2)])]));
  it.each([0, 6, 1.5])('of %p of 5 credits is refused', (amount) =>
    given(open).when({ type: 'capture', at: 3, holdId: 'h', amount }).thenRefused('VALIDATION_ERROR'),
  );
  it('changes nothing when it is repeated and is refused for another amount', () => {
    const done = [...open, captured('h', 7, [from('a', 3), from('b', 2)])];
    given(done).when({ type: 'capture', at: 9, holdId: 'h', amount: 5 }).thenNothing();
    given(done).when({ type: 'capture', at: 9, holdId: 'h', amount: 4 }).thenRefused('IDEMPOTENCY_MISMATCH');
  });
  it('of a hold that was released, or never was, is refused', () => {
    given([...open, released('h', 12, [back('a', 3), back('b', 2)])])
      .when({ type: 'capture', at: 9, holdId: 'h', amount: 5 })
      .thenRefused('HOLD_CLOSED', { id: 'h', ended: 'released' });
    given(open)
      .when({ type: 'capture', at: 9, holdId: 'other', amount: 5 })
      .thenRefused('HOLD_NOT_FOUND', { id: 'other' });
  });
  it('still works for a grant that ended under the hold; what it leaves of that grant ends at once', () =>
    given([
      ...open.slice(0, 2),
      held('h', 7, [from('a', 3), from('b', 2)], { expiresAt: 3 * DAY }),
      { type: 'GrantExpired', at: 2 * DAY, data: { amount: 0, available: 7, grantId: 'a' } },
    ])
      .when({ type: 'capture', at: 2 * DAY, holdId: 'h', amount: 2 })
      .then([captured('h', 9, [from('a', 2)], [back('a', 1, 'expired'), back('b', 2)], 2 * DAY)]));
  it('of a hold that is due is refused, whether or not its expiry is recorded yet', () => {
    const expired: AccountEvent = {
      type: 'HoldExpired',
      at: DAY,
      data: { available: 12, holdId: 'h', returned: [back('a', 3), back('b', 2)] },
    };
    given(open)
      .when({ type: 'capture', at: DAY, holdId: 'h', amount: 5 })
      .thenRefused('HOLD_CLOSED', { id: 'h', ended: 'expired' });
    given([...open, expired])
      .when({ type: 'capture', at: DAY, holdId: 'h', amount: 5 })
      .thenRefused('HOLD_CLOSED', { id: 'h', ended: 'expired' });
  });
  it('of a grant that was revoked under the hold is a receivable', () =>
    given([
      ...open,
      {
        type: 'GrantRevoked',
        at: 3,
        data: { amount: 0, available: 7, grantId: 'a', reason: 'refund', receivable: 0, reference: 'r' },
      },
    ])
      .when({ type: 'capture', at: 4, holdId: 'h', amount: 2 })
      .then([
        {
          type: 'HoldCaptured',
          at: 4,
          data: {
            amount: 2,
            available: 9,
            captured: [from('a', 2)],
            holdId: 'h',
            receivable: 2,
            returned: [back('a', 1, 'revoked'), back('b', 2)],
          },
        },
      ]));
});

describe('a release', () => {
  const open = [granted('a', 3, 3, { expiresAt: 2 * DAY }), held('h', 1, [from('a', 2)])];
  const release = { type: 'release', at: 3, holdId: 'h', reason: 'failed' } as const;
  it('gives everything back to the grant it came from', () =>
    given(open)
      .when(release)
      .then([released('h', 3, [back('a', 2)])]));
  it('gives nothing back to a grant that is due, and records the expiry that nobody has recorded before it', () =>
    given([granted('a', 3, 3, { expiresAt: 2 * DAY }), held('h', 1, [from('a', 2)], { expiresAt: 9 * DAY })])
      .when({ ...release, at: 5 * DAY })
      .then([
        { type: 'GrantExpired', at: 2 * DAY, data: { amount: 1, available: 0, grantId: 'a' } },
        released('h', 0, [back('a', 2, 'expired')], 5 * DAY),
      ]));
  it('of a hold that is due records its expiry at its end, and nothing else', () =>
    given(open)
      .when({ ...release, at: DAY + 9 })
      .then([{ type: 'HoldExpired', at: DAY, data: { available: 3, holdId: 'h', returned: [back('a', 2)] } }]));
  it('changes nothing when it is repeated', () =>
    given([...open, released('h', 3, [back('a', 2)])])
      .when({ ...release, at: 9 })
      .thenNothing());
  it('is refused once the hold was captured', () =>
    given([...open, captured('h', 1, [from('a', 2)])])
      .when(release)
      .thenRefused('HOLD_CLOSED', { id: 'h', ended: 'captured' }));
  it('of what was never held is refused', () => given([]).when(release).thenRefused('HOLD_NOT_FOUND'));
});

describe('extending a hold', () => {
  const open = [granted('a', 3, 3), held('h', 1, [from('a', 2)])];
  const extended: AccountEvent = {
    type: 'HoldExtended',
    at: 5,
    data: { available: 1, expiresAt: 2 * DAY, holdId: 'h' },
  };
  it('moves its end away, and never nearer', () => {
    given(open)
      .when({ type: 'extendHold', at: 5, holdId: 'h', expiresAt: 2 * DAY })
      .then([extended]);
    given([...open, extended])
      .when({ type: 'extendHold', at: 6, holdId: 'h', expiresAt: 2 * DAY })
      .thenNothing();
    given(open).when({ type: 'extendHold', at: 5, holdId: 'h', expiresAt: 5 }).thenNothing();
  });
  it('keeps it from ending at its first end', () =>
    given([...open, extended])
      .when({ type: 'expire', at: DAY })
      .thenNothing());
  it('of a closed or unknown hold is refused', () => {
    given([...open, captured('h', 1, [from('a', 2)])])
      .when({ type: 'extendHold', at: 5, holdId: 'h', expiresAt: 2 * DAY })
      .thenRefused('HOLD_CLOSED');
    given([])
      .when({ type: 'extendHold', at: 5, holdId: 'h', expiresAt: 2 * DAY })
      .thenRefused('HOLD_NOT_FOUND');
  });
});

describe('expiry', () => {
  it('ends each thing at its due time, however late it is recorded, and what came back to a grant with that grant', () =>
    given([granted('a', 3, 3, { expiresAt: 2 * DAY }), granted('b', 9, 12), held('h', 8, [from('a', 3), from('b', 1)])])
      .when({ type: 'expire', at: 60 * DAY })
      .then([
        { type: 'HoldExpired', at: DAY, data: { available: 12, holdId: 'h', returned: [back('a', 3), back('b', 1)] } },
        { type: 'GrantExpired', at: 2 * DAY, data: { amount: 3, available: 9, grantId: 'a' } },
      ]));
  it('of a hold and its grant at the same time ends the hold first', () =>
    given([
      granted('a', 3, 3, { expiresAt: 2 * DAY }),
      granted('b', 9, 12),
      held('h', 8, [from('a', 3), from('b', 1)], { expiresAt: 2 * DAY }),
    ])
      .when({ type: 'expire', at: 2 * DAY })
      .then([
        {
          type: 'HoldExpired',
          at: 2 * DAY,
          data: { available: 9, holdId: 'h', returned: [back('a', 3, 'expired'), back('b', 1)] },
        },
      ]));
  it('ends the unspent part of a grant and leaves what is held to its hold', () =>
    given([granted('a', 3, 3, { expiresAt: 9 }), held('h', 1, [from('a', 2)])])
      .when({ type: 'expire', at: 9 })
      .then([{ type: 'GrantExpired', at: 9, data: { amount: 1, available: 0, grantId: 'a' } }]));
  it('finds nothing before anything is due, and nothing twice', () => {
    given([granted('a', 3, 3, { expiresAt: 9 }), held('h', 1, [from('a', 2)])])
      .when({ type: 'expire', at: 8 })
      .thenNothing();
    given([
      granted('a', 3, 3, { expiresAt: 9 }),
      { type: 'GrantExpired', at: 9, data: { amount: 3, available: 0, grantId: 'a' } },
    ])
      .when({ type: 'expire', at: 99 })
      .thenNothing();
  });
});

describe('revoking a grant', () => {
  const revoke = { type: 'revoke', at: 5, grantId: 'a', reason: 'refund', reference: 'refund-1' } as const;
  const revoked = (amount: number, available: number, receivable: number): AccountEvent => ({
    type: 'GrantRevoked',
    at: 5,
    data: { amount, available, grantId: 'a', reason: 'refund', receivable, reference: 'refund-1' },
  });
  it('takes back only what is unspent and records the rest as receivable', () =>
    given([granted('a', 9, 9), granted('b', 1, 10), held('h', 6, [from('a', 4)]), captured('h', 6, [from('a', 4)])])
      .when(revoke)
      .then([revoked(5, 1, 4)]));
  it('of a grant that is used up takes nothing and records all of it', () =>
    given([granted('a', 4, 4), held('h', 0, [from('a', 4)]), captured('h', 0, [from('a', 4)])])
      .when(revoke)
      .then([revoked(0, 0, 4)]));
  it('leaves a hold alone; what is released from it is taken back then', () =>
    given([granted('a', 9, 9), held('h', 5, [from('a', 4)]), revoked(5, 0, 0)])
      .when({ type: 'release', at: 6, holdId: 'h', reason: 'failed' })
      .then([released('h', 0, [back('a', 4, 'revoked')], 6)]));
  it('changes nothing when it is repeated and is refused for another reference', () => {
    given([granted('a', 9, 9), revoked(9, 0, 0)])
      .when({ ...revoke, at: 8 })
      .thenNothing();
    given([granted('a', 9, 9), revoked(9, 0, 0)])
      .when({ ...revoke, reference: 'refund-2' })
      .thenRefused('IDEMPOTENCY_MISMATCH');
  });
  it('of an unknown grant is refused', () => given([]).when(revoke).thenRefused('GRANT_NOT_FOUND', { id: 'a' }));
});

describe('work that cost nothing', () => {
  const record = { type: 'recordUsage', at: 5, usageId: 'u', listPrice: 4, reference: 'task' } as const;
  const recorded: AccountEvent = {
    type: 'UsageRecorded',
    at: 5,
    data: { available: 0, listPrice: 4, reference: 'task', usageId: 'u' },
  };
  it('is recorded once, at its list price', () => {
    given([]).when(record).then([recorded]);
    given([recorded])
      .when({ ...record, at: 9 })
      .thenNothing();
    given([recorded])
      .when({ ...record, listPrice: 5 })
      .thenRefused('IDEMPOTENCY_MISMATCH');
    given([])
      .when({ ...record, listPrice: -1 })
      .thenRefused('VALIDATION_ERROR', { field: 'listPrice' });
  });
});
