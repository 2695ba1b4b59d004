import { describe, expect, it } from '@jest/globals';
import {
  canCancel,
  canReactivate,
  canSubscribeAnew,
  canUpgrade,
  customSubOf,
  isActiveAfterCancel,
  isCanceledExpired,
  isLocalExpired,
  isPaid,
  isPaidUser,
  PLAN_STATUSES,
  PLATFORM_NAMES,
  type ExpirePayment,
  type PlanStatus,
} from './plan.shared.js';

const BOTH = [false, true] as const;
/** Every status, set to cancel or not. */
const STATES = PLAN_STATUSES.flatMap((status) => BOTH.map((cancelAtPeriodEnd) => ({ status, cancelAtPeriodEnd })));

/** One line a status: for those not set to cancel, then for those that are. */
type Table = Readonly<Record<PlanStatus, readonly [boolean, boolean]>>;
const expected = (table: Table, { status, cancelAtPeriodEnd }: (typeof STATES)[number]): boolean =>
  table[status][cancelAtPeriodEnd ? 1 : 0];
const NEVER = [false, false] as const;

describe('a plan by its status', () => {
  const afterCancel: Table = {
    active: [false, true],
    trialing: [false, true],
    canceled: NEVER,
    past_due: NEVER,
    paused: NEVER,
    incomplete: NEVER,
    incomplete_expired: NEVER,
    unpaid: NEVER,
  };
  it.each(STATES)('is active after cancel: $status, set to cancel: $cancelAtPeriodEnd', (state) => {
    expect(isActiveAfterCancel(state)).toBe(expected(afterCancel, state));
  });

  const CANCELED = [false, true] as const;
  const expired: Table = {
    active: NEVER,
    trialing: NEVER,
    canceled: CANCELED,
    past_due: CANCELED,
    paused: CANCELED,
    incomplete: CANCELED,
    incomplete_expired: CANCELED,
    unpaid: CANCELED,
  };
  it.each(STATES)('is canceled and expired: $status, set to cancel: $cancelAtPeriodEnd', (state) => {
    expect(isCanceledExpired(state)).toBe(expected(expired, state));
  });

  it('is never both active after cancel and expired, and one of them once it is set to cancel', () => {
    for (const state of STATES)
      expect(Number(isActiveAfterCancel(state)) + Number(isCanceledExpired(state))).toBe(
        state.cancelAtPeriodEnd ? 1 : 0,
      );
  });

  const ONCE = [true, false] as const;
  const cancellable: Table = {
    active: ONCE,
    trialing: ONCE,
    canceled: NEVER,
    past_due: NEVER,
    paused: NEVER,
    incomplete: NEVER,
    incomplete_expired: NEVER,
    unpaid: NEVER,
  };
  it.each(
    STATES.flatMap((state) =>
      BOTH.flatMap((enable) => [0, 1, 4, 7].map((customSub) => ({ ...state, enable, customSub }))),
    ),
  )(
    'can be cancelled: $status, set to cancel: $cancelAtPeriodEnd, platform enabled: $enable, kind $customSub',
    ({ enable, customSub, ...state }) => {
      expect(canCancel({ ...state, customSub }, { enable })).toBe(
        expected(cancellable, state) && enable && customSub === 0,
      );
    },
  );

  it.each(STATES.flatMap((state) => BOTH.map((enable) => ({ ...state, enable }))))(
    'can be reactivated: $status, set to cancel: $cancelAtPeriodEnd, platform enabled: $enable',
    ({ enable, ...state }) => {
      expect(canReactivate(state, { enable })).toBe(expected(afterCancel, state) && enable);
    },
  );

  const upgradable: Table = {
    active: ONCE,
    trialing: ONCE,
    canceled: ONCE,
    past_due: NEVER,
    paused: ONCE,
    incomplete: ONCE,
    incomplete_expired: ONCE,
    unpaid: ONCE,
  };
  it.each(STATES.flatMap((state) => BOTH.map((enable) => ({ ...state, enable }))))(
    'can be upgraded: $status, set to cancel: $cancelAtPeriodEnd, platform enabled: $enable',
    ({ enable, ...state }) => {
      expect(canUpgrade(state, { enable })).toBe(expected(upgradable, state) && enable);
    },
  );
});

describe('a subscription log', () => {
  const owed: ExpirePayment = {
    invoiceId: 'i',
    amountDue: 1_500,
    currency: 'usd',
    failedAt: 0,
    attempts: 1,
    nextAttemptAt: null,
  };
  const logs = BOTH.flatMap((isSub) =>
    BOTH.flatMap((isActiveSub) =>
      [null, owed].flatMap((expirePayment) =>
        PLATFORM_NAMES.map((platformName) => ({ isSub, isActiveSub, expirePayment, platformName })),
      ),
    ),
  );

  it.each(logs)(
    'lets subscribe anew: subscribed $isSub, platform $platformName, outstanding $expirePayment.invoiceId',
    ({ platformName, ...log }) => {
      expect(canSubscribeAnew({ ...log, paymentPlatform: { platformName } })).toBe(
        log.isSub && log.expirePayment === null && platformName === 'card',
      );
    },
  );

  it.each(logs)('is expired: platform $platformName, active $isActiveSub', ({ platformName, ...log }) => {
    expect(isLocalExpired({ ...log, paymentPlatform: { platformName } })).toBe(
      platformName === 'local' && !log.isActiveSub,
    );
  });
});

describe('who pays', () => {
  it.each([
    [[], false],
    [[null], false],
    [[999], false],
    [[1_000], false],
    [[1_001], true],
    [[null, 999, 1_001], true],
  ])('is a paid user at 1000 with periods that end at %j: %s', (ends, is) => {
    expect(
      isPaidUser(
        ends.map((currentPeriodEnd) => ({ currentPeriodEnd })),
        1_000,
      ),
    ).toBe(is);
  });

  it.each([
    [[], false],
    [['Kinora Free'], false],
    [['Kinora Lite'], true],
    [['Kinora Free', 'Kinora Pro'], true],
    [['Kinora Writer Free'], false],
    [['Kinora free'], true],
  ])('has a paid plan with the products %j: %s', (names, is) => {
    expect(isPaid({ subProductRelation: names.map((productName) => ({ productName })) })).toBe(is);
  });

  it.each([
    [0, 'normal'],
    [4, 'group'],
    [1, 'abnormal'],
    [-1, 'abnormal'],
    [5, 'abnormal'],
  ])('has a subscription of kind %i: %s', (customSub, kind) => {
    expect(customSubOf(customSub)).toBe(kind);
  });
});
