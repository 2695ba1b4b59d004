import { beforeEach, describe, expect, it } from '@jest/globals';
import { storeDiscountModalState, discountModalMayOpen, discountModalWaits } from '@/lib/session/discount-modal';
import { storePendingPurchase, KEPT_MS, startPurchase, takePendingPurchase } from './pending-purchase';
import { closeAllPopups, currentPopup } from './queue';

const WANTED = { priceId: 'kinora-pro-yearly', currency: 'eur' };
const denied = (): never => {
  throw new Error('denied');
};

function shelf() {
  const kept = new Map<string, string>();
  const made = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return () => made;
}

beforeEach(closeAllPopups);

describe('what somebody is about to buy', () => {
  it('is confirmed at once by who has an account', () => {
    startPurchase(WANTED, true);
    expect(currentPopup()).toMatchObject({ name: 'paymentConfirm', props: WANTED });
  });

  it('asks anybody else to sign in first', () => {
    startPurchase(WANTED, false);
    expect(currentPopup()).toMatchObject({ name: 'tipsSignIn', props: { about: 'plan' } });
  });

  it('is kept over the sign-in, and taken up once', () => {
    const own = shelf();
    storePendingPurchase({ ...WANTED, coupon: 'FIRSTYEAR' }, 1_000, own);
    expect(takePendingPurchase(1_000 + KEPT_MS, own)).toEqual({ ...WANTED, coupon: 'FIRSTYEAR' });
    expect(takePendingPurchase(1_000, own)).toBeUndefined();
  });

  it('is forgotten when it is long ago, when it cannot be read, and where nothing is kept', () => {
    const own = shelf();
    storePendingPurchase(WANTED, 1_000, own);
    expect(takePendingPurchase(1_001 + KEPT_MS, own)).toBeUndefined();
    own().setItem('kinora.to-buy', '{"priceId":1}');
    expect(takePendingPurchase(0, own)).toBeUndefined();
    own().setItem('kinora.to-buy', '{');
    expect(takePendingPurchase(0, own)).toBeUndefined();
    storePendingPurchase(WANTED, 0, denied);
    expect(takePendingPurchase(0, denied)).toBeUndefined();
  });
});

describe('the discount modal', () => {
  it('waits for a sign-in, and for no other once it was shown', () => {
    const own = shelf();
    expect(discountModalWaits(own)).toBe(false);
    discountModalMayOpen(own);
    expect(discountModalWaits(own)).toBe(true);
    storeDiscountModalState('shown', own);
    discountModalMayOpen(own);
    expect(discountModalWaits(own)).toBe(false);
  });

  it('waits again after the next sign-in where there was nothing to show', () => {
    const own = shelf();
    discountModalMayOpen(own);
    storeDiscountModalState('idle', own);
    expect(discountModalWaits(own)).toBe(false);
    discountModalMayOpen(own);
    expect(discountModalWaits(own)).toBe(true);
  });

  it('does not wait where nothing is kept', () => {
    discountModalMayOpen(denied);
    storeDiscountModalState('shown', denied);
    expect(discountModalWaits(denied)).toBe(false);
  });
});
