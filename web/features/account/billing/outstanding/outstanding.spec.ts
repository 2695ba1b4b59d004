import { describe, expect, it } from '@jest/globals';
import type { SubLog } from '@src/billing/plans/plan.shared';
import { outstandingOf } from './outstanding';
import { dismissInvoice, dismissedInvoices } from './dismissed-invoices';

const OWES: SubLog = {
  appName: 'kinora',
  isSub: true,
  isActiveSub: false,
  otherPlan: [],
  freePlan: [],
  customSub: 0,
  currentPlan: {
    subscriptionId: 'sub-1',
    customerId: 'cus-1',
    appName: 'kinora',
    status: 'past_due',
    cancelAtPeriodEnd: false,
    currentPeriodEnd: 10,
    dateCreated: 0,
    currency: 'eur',
    discountRate: 0,
    customSub: 0,
    subProductRelation: [],
    lastPaid: [],
  },
  paymentPlatform: { platformName: 'card', enable: true, visible: true },
  expirePayment: { invoiceId: 'in-1', amountDue: 2_697, currency: 'eur', failedAt: 5, attempts: 1, nextAttemptAt: 20 },
};

describe('the bar that tells of an outstanding payment', () => {
  it('says what failed and when it is tried again', () => {
    expect(outstandingOf(OWES, '/image', [])).toEqual({
      invoiceId: 'in-1',
      subscriptionId: 'sub-1',
      minor: 2_697,
      currency: 'eur',
      nextAttemptAt: 20,
      canPay: true,
    });
  });

  it('offers no way to pay where the platform takes nothing', () => {
    expect(
      outstandingOf({ ...OWES, paymentPlatform: { ...OWES.paymentPlatform, enable: false } }, '/', [])?.canPay,
    ).toBe(false);
  });

  it('is not there on the page that says so itself', () => {
    expect(outstandingOf(OWES, '/billing', [])).toBeUndefined();
  });

  it('is not there when nothing is outstanding, nor before that is known', () => {
    expect(outstandingOf({ ...OWES, expirePayment: null }, '/', [])).toBeUndefined();
    expect(outstandingOf(undefined, '/', [])).toBeUndefined();
  });

  it('stays away once it was put away, until another invoice fails', () => {
    const kept = new Map<string, string>();
    const shelf = () => ({
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    });
    dismissInvoice('in-1', dismissedInvoices(shelf), shelf);
    expect(outstandingOf(OWES, '/', dismissedInvoices(shelf))).toBeUndefined();
    expect(
      outstandingOf(
        { ...OWES, expirePayment: { ...OWES.expirePayment!, invoiceId: 'in-2' } },
        '/',
        dismissedInvoices(shelf),
      )?.invoiceId,
    ).toBe('in-2');
  });

  it('can be put away on a page where nothing can be kept', () => {
    const denied = (): never => {
      throw new Error('denied');
    };
    expect(dismissInvoice('in-1', dismissedInvoices(denied), denied)).toEqual(['in-1']);
  });
});
