import type { PaymentPlatform } from '@src/billing/plans/plan.shared';

/** The platforms that accept purchases now. */
export const openPlatforms = (platforms: readonly PaymentPlatform[]): readonly PaymentPlatform[] =>
  platforms.filter(({ visible, enable }) => visible && enable);
