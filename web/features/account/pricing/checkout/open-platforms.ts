import type { PaymentPlatform } from '@src/billing/plans/plan.shared';

/** Those with which something can be bought now. */
export const openPlatforms = (platforms: readonly PaymentPlatform[]): readonly PaymentPlatform[] => platforms.filter(({ visible, enable }) => visible && enable);
