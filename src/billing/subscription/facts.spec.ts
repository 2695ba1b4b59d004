import { describe, expect, it } from '@jest/globals';
import { findProduct } from '../plans/products.seed.shared.js';
import { checkOwner, recordable, type ReportedFact, type ReportedPayment } from './facts.js';
import type { Owner } from './subscription.state.js';

const reported: ReportedPayment['data'] = {
  factId: 'e1',
  occurredAt: 1,
  amountPaid: 1_500,
  anchor: 1,
  currency: 'usd',
  invoiceId: 'in1',
  periodEnd: 100,
  periodStart: 1,
  priceId: 'kinora-lite-yearly',
  reason: 'start',
};
const payment = (more: object = {}): ReportedFact => ({ type: 'PaymentSucceeded', data: { ...reported, ...more } });
const owner: Owner = { appName: 'kinora', gateway: 'sandbox', platformName: 'card', userId: 'u-1' };

describe('a fact as a gateway tells it', () => {
  it('is written down with what its price gives, as the catalogue says now', () => {
    expect(recordable(payment(), 'kinora', findProduct)).toEqual({
      ok: true,
      value: {
        type: 'PaymentSucceeded',
        data: { ...reported, months: 12, usage: [{ amount: 300, usageType: 'credits' }] },
      },
    });
  });

  it('says of an upgrade what it takes the place of', () => {
    const upgrade = payment({
      priceId: 'kinora-pro-yearly',
      reason: 'upgrade',
      replaces: { priceId: 'kinora-lite-yearly', until: 100 },
    });
    expect(recordable(upgrade, 'kinora', findProduct)).toMatchObject({
      ok: true,
      value: {
        data: { usage: [{ amount: 800 }], replaces: { until: 100, usage: [{ amount: 300, usageType: 'credits' }] } },
      },
    });
  });

  it.each([
    [{ priceId: 'kinora-credits-100' }, 'priceId'],
    [{ replaces: { priceId: 'kinora-credits-100', until: 100 } }, 'replaces.priceId'],
    [{ amountPaid: -1 }, 'amountPaid'],
    [{ amountPaid: 0.5 }, 'amountPaid'],
    [{ currency: 'USD' }, 'currency'],
    [{ invoiceId: '' }, 'invoiceId'],
    [{ occurredAt: Number.NaN }, 'occurredAt'],
    [{ reason: 'gift' }, 'reason'],
    [{ email: 'ada@example.org' }, 'PaymentSucceeded'],
  ])('of a payment with %j is refused: %s', (more, field) => {
    expect(recordable(payment(more), 'kinora', findProduct)).toMatchObject({
      ok: false,
      error: { identifier: 'VALIDATION_ERROR', params: { field } },
    });
  });

  it('of another kind is checked as narrowly as it is stored', () => {
    const failed: ReportedFact = {
      type: 'PaymentFailed',
      data: {
        factId: 'e2',
        occurredAt: 1,
        amountDue: 1_500,
        attempts: 1,
        currency: 'usd',
        invoiceId: 'in1',
        nextAttemptAt: null,
      },
    };
    expect(recordable(failed, 'kinora', findProduct)).toEqual({ ok: true, value: failed });
    expect(recordable({ ...failed, data: { ...failed.data, attempts: 0 } }, 'kinora', findProduct)).toMatchObject({
      ok: false,
      error: { params: { field: 'attempts' } },
    });
  });

  it('names a plan of the subscription’s own app', () => {
    const started = (priceId: string): ReportedFact => ({
      type: 'SubscriptionStarted',
      data: {
        factId: 'e3',
        occurredAt: 1,
        currency: 'usd',
        customSub: 0,
        customerId: 'c1',
        discountRate: 0,
        periodEnd: 100,
        periodStart: 1,
        priceId,
        status: 'active',
      },
    });
    const changed = (priceId: string): ReportedFact => ({
      type: 'PlanChanged',
      data: { factId: 'e4', occurredAt: 1, priceId },
    });
    const scheduled = (priceId: string | null): ReportedFact => ({
      type: 'PlanChangeScheduled',
      data: { factId: 'e5', occurredAt: 1, priceId },
    });
    for (const fact of [started, changed, scheduled, (priceId: string) => payment({ priceId })]) {
      expect(recordable(fact('kinora-lite-monthly'), 'kinora', findProduct).ok).toBe(true);
      expect(recordable(fact('gone'), 'kinora', findProduct)).toMatchObject({
        ok: true,
        value: { unknownPrice: 'priceId' },
      });
      for (const wrong of ['kinora-credits-100', 'kinora-writer-free'])
        expect(recordable(fact(wrong), 'kinora', findProduct)).toEqual({
          ok: false,
          error: { identifier: 'VALIDATION_ERROR', params: { field: 'priceId' } },
        });
    }
    expect(
      recordable(payment({ replaces: { priceId: 'kinora-writer-free', until: 100 } }), 'kinora', findProduct),
    ).toMatchObject({ ok: false, error: { params: { field: 'replaces.priceId' } } });
    expect(recordable(payment({ replaces: { priceId: 'gone', until: 100 } }), 'kinora', findProduct)).toMatchObject({
      ok: true,
      value: { unknownPrice: 'replaces.priceId' },
    });
    expect(recordable(scheduled(null), 'kinora', findProduct)).toEqual({ ok: true, value: scheduled(null) });
  });

  it('is of somebody who can be named', () => {
    expect(checkOwner(owner)).toEqual({ ok: true, value: owner });
    for (const wrong of [{ userId: 'a.b' }, { userId: '' }, { gateway: 'A gateway' }])
      expect(checkOwner({ ...owner, ...wrong }).ok).toBe(false);
  });
});
