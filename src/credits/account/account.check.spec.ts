import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { store } from '../../../test/support/people/account-life.js';
import { checkCommand } from './account.check.js';
import { accountDecider } from './account.js';
import type { AccountCommand } from './account.commands.js';
import { accountCodec, type AccountEvent } from './events.js';

const text = fc.oneof(
  fc.constantFrom('a', 'b', 'c'),
  fc.constantFrom(0, 199, 200, 201, 499, 500, 501, 5_000).map((length) => 'x'.repeat(length)),
);
const time = fc.oneof(
  fc.integer({ min: 0, max: 40 }),
  fc.constantFrom(1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -1),
);
const amount = fc.oneof(fc.integer({ min: -3, max: 12 }), fc.constantFrom(0.5, Number.NaN, 1e9, 1e9 + 1, -1e9));
const eligibility = fc.constantFrom('any', 'free-models');
const deducted = fc.record({ amount, holdId: text });
const surcharge = fc.record({ amount, work: text });
const anyCommand: fc.Arbitrary<AccountCommand> = fc.oneof(
  fc.record(
    {
      type: fc.constant('grant'),
      at: time,
      grantId: text,
      source: fc.constantFrom('purchase', 'plan'),
      amount,
      expiresAt: time,
      eligibility,
    },
    { requiredKeys: ['type', 'at', 'grantId', 'source', 'amount', 'eligibility'] },
  ),
  fc.record(
    {
      type: fc.constant('hold'),
      at: time,
      holdId: text,
      amount,
      eligibility,
      expiresAt: time,
      reference: text,
      deducted,
      surcharge,
    },
    { requiredKeys: ['type', 'at', 'holdId', 'amount', 'eligibility', 'expiresAt', 'reference'] },
  ),
  fc.record({ type: fc.constant('capture'), at: time, holdId: text, amount }),
  fc.record({ type: fc.constant('release'), at: time, holdId: text, reason: text }),
  fc.record({ type: fc.constant('extendHold'), at: time, holdId: text, expiresAt: time }),
  fc.record({ type: fc.constant('expire'), at: time }),
  fc.record({ type: fc.constant('revoke'), at: time, grantId: text, reason: text, reference: text }),
  fc.record(
    {
      type: fc.constant('adjust'),
      at: time,
      adjustmentId: text,
      amount,
      reasonCode: fc.constantFrom('goodwill', 'reversal'),
      reference: text,
      actor: text,
      approver: text,
      reverses: text,
      settles: amount,
    },
    { requiredKeys: ['type', 'at', 'adjustmentId', 'amount', 'reasonCode', 'reference', 'actor'] },
  ),
  fc.record(
    { type: fc.constant('recordUsage'), at: time, usageId: text, listPrice: amount, reference: text, deducted },
    { requiredKeys: ['type', 'at', 'usageId', 'listPrice', 'reference'] },
  ),
);

describe('what an account is asked', () => {
  it('is decided as it was sent, with every field', () => {
    fc.assert(
      fc.property(anyCommand, (one) => {
        const checked = checkCommand(one);
        if (checked.ok) expect(checked.value).toEqual(one);
      }),
    );
  });

  it('is decided only when whatever comes of it can be read again', () => {
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 40 }), (commands) => {
        let state = accountDecider.initial;
        const events: AccountEvent[] = [];
        for (const one of commands) {
          const checked = checkCommand(one);
          const decided = checked.ok ? accountDecider.decide(checked.value, state) : checked;
          if (!decided.ok) continue;
          events.push(...decided.value);
          state = decided.value.reduce(accountDecider.evolve, state);
        }
        expect(store(events).map((recorded) => accountCodec.decode(recorded).event)).toEqual(events);
      }),
      { numRuns: 500 },
    );
  });

  it.each<[string, string, AccountCommand]>([
    [
      'a reference that is too long',
      'reference',
      { type: 'hold', at: 1, holdId: 'h', amount: 1, eligibility: 'any', expiresAt: 9, reference: 'x'.repeat(501) },
    ],
    ['an empty id', 'holdId', { type: 'capture', at: 1, holdId: '', amount: 1 }],
    ['a reason that is too long', 'reason', { type: 'release', at: 1, holdId: 'h', reason: 'x'.repeat(201) }],
    [
      'an adjustment without a reason',
      'reasonCode',
      {
        type: 'adjust',
        at: 1,
        adjustmentId: 'a',
        amount: 1,
        reasonCode: '' as 'goodwill',
        actor: 'finance-1',
        reference: 'ticket',
      },
    ], // what no caller in the product could send
    [
      'a reason in words where a code belongs',
      'reasonCode',
      {
        type: 'adjust',
        at: 1,
        adjustmentId: 'a',
        amount: 1,
        reasonCode: 'Ann was unhappy' as 'goodwill',
        actor: 'finance-1',
        reference: 'ticket',
      },
    ], // likewise
    [
      'an adjustment by nobody',
      'actor',
      { type: 'adjust', at: 1, adjustmentId: 'a', amount: 1, reasonCode: 'goodwill', actor: '', reference: 'ticket' },
    ],
    [
      'an address where an opaque id belongs',
      'actor',
      {
        type: 'adjust',
        at: 1,
        adjustmentId: 'a',
        amount: 1,
        reasonCode: 'goodwill',
        actor: 'ann@example.com',
        reference: 'ticket',
      },
    ],
    [
      'an adjustment of no case',
      'reference',
      {
        type: 'adjust',
        at: 1,
        adjustmentId: 'a',
        amount: 1,
        reasonCode: 'goodwill',
        actor: 'finance-1',
        reference: '',
      },
    ],
    ['a revocation of no case', 'reference', { type: 'revoke', at: 1, grantId: 'g', reason: 'refund', reference: '' }],
    [
      'a revocation without a reason',
      'reason',
      { type: 'revoke', at: 1, grantId: 'g', reason: '', reference: 'payment' },
    ],
    ['a time that is none', 'expiresAt', { type: 'extendHold', at: 1, holdId: 'h', expiresAt: Number.NaN }],
  ])('is refused for %s by the name of the field', (_what, field, command) => {
    expect(checkCommand(command)).toEqual({ ok: false, error: { identifier: 'VALIDATION_ERROR', params: { field } } });
  });

  it('goes through unchanged when nothing is wrong with it', () => {
    const command: AccountCommand = {
      type: 'hold',
      at: 1,
      holdId: 'x'.repeat(200),
      amount: 1,
      eligibility: 'any',
      expiresAt: 9,
      reference: 'x'.repeat(500),
    };
    expect(checkCommand(command)).toEqual({ ok: true, value: command });
  });
});
