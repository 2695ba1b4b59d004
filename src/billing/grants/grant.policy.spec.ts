import { describe, expect, it } from '@jest/globals';
import { productError } from '../../kernel/errors.shared.js';
import type { StreamName } from '../../kernel/event-sourcing/event.js';
import { grantPolicy, isSettled, type BillingRequest } from './grant.policy.js';
import type { SubscriptionEvent } from '../subscription/events.js';

const user = { appName: 'kinora', userId: 'u1' } as const;
const react = (event: SubscriptionEvent): readonly BillingRequest[] =>
  grantPolicy.react(
    { event, id: 'e', stream: 'subscription-s' as StreamName, revision: 1, position: 1 },
    (nth) => `command-${nth}`,
  ); // a test's own stream
const grant: SubscriptionEvent = {
  type: 'GrantRequested',
  at: 5,
  data: {
    ...user,
    amount: 300,
    expiresAt: 900,
    grantId: 'plan.sandbox.in1.0',
    invoiceId: 'in1',
    startsAt: 1,
    usageType: 'credits',
  },
};
const revoke: SubscriptionEvent = {
  type: 'RevocationRequested',
  at: 6,
  data: { ...user, grantId: 'plan.sandbox.in1.0', invoiceId: 'in1', reason: 'refund', usageType: 'credits' },
};
/** A review of the sale. */
const review = { stream: 'subscription-s', revision: 1 };
const account = { userId: 'u1', appName: 'kinora', usageType: 'credits' };

describe('payment becomes credits', () => {
  it('by a grant of the plan that expires with its month', () => {
    const paid: SubscriptionEvent = { ...grant, data: { ...grant.data, grantId: 'plan.stripe.in1.0' } };
    expect(react(paid)).toEqual([
      {
        account,
        change: {
          type: 'grant',
          at: 5,
          grantId: 'plan.stripe.in1.0',
          source: 'plan',
          amount: 300,
          expiresAt: 900,
          eligibility: 'any',
        },
        causedBy: 'command-0',
      },
    ]);
  });

  it('of the sandbox by one that pays for the models of this installation alone', () => {
    expect(react(grant)).toMatchObject([{ change: { grantId: 'plan.sandbox.in1.0', eligibility: 'free-models' } }]);
  });

  it('which is taken back by its id, for a reason that can be traced', () => {
    expect(react(revoke)).toEqual([
      {
        account,
        change: { type: 'revoke', at: 6, grantId: 'plan.sandbox.in1.0', reason: 'refund', reference: 'invoice:in1' },
        causedBy: 'command-0',
      },
      review,
    ]);
  });

  it('and is given back when a dispute of it was won, which every fact about its money may tell', () => {
    expect(
      react({
        type: 'DisputeClosed',
        at: 7,
        data: { factId: 'f', occurredAt: 6, disputeId: 'd1', invoiceId: 'in1', outcome: 'won' },
      }),
    ).toEqual([review]);
  });

  it('and in no other way', () => {
    expect(grantPolicy.handles).not.toContain('CancellationScheduled');
  });

  it.each([
    [grant, 'REQUEST_TOO_OLD', true],
    [grant, 'IDEMPOTENCY_MISMATCH', false],
    [grant, 'VALIDATION_ERROR', false],
    [grant, 'TRY_AGAIN', false],
    [revoke, 'GRANT_NOT_FOUND', true],
    [revoke, 'IDEMPOTENCY_MISMATCH', true],
    [revoke, 'VALIDATION_ERROR', false],
    [revoke, 'TRY_AGAIN', false],
  ] as const)('is settled when %s is refused with %s: %s', (event, identifier, settled) => {
    for (const request of react(event))
      if ('change' in request) expect(isSettled(request, productError(identifier))).toBe(settled);
  });
});
