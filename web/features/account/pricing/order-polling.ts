import { isMissing } from '@/lib/errors/failure';
import type { OrderView } from '@src/billing/shop.shared';

/** How often it is asked what came of an order: at first, and once it has taken long or could not be asked; milliseconds. */
const SOON_MS = 1_500;
const LATER_MS = 6_000;
/** So many answers that nothing is known yet. */
const SOON_ANSWERS = 12;
/** After so long without word of a payment it is said what that may mean; milliseconds. */
export const SLOW_AFTER_MS = SOON_MS * SOON_ANSWERS;

/** What is known of an order, by as many answers, and what the last asking failed with; null where it did not. */
export interface OrderQueryState {
  readonly data: Pick<OrderView, 'status'> | undefined;
  readonly dataUpdateCount: number;
  readonly error: unknown;
}

/** When it is asked again what came of an order, in milliseconds; false where nothing more can come of it, or there is no such order. */
export function refetchIntervalOf({ data, dataUpdateCount, error }: OrderQueryState): number | false {
  if (data?.status === 'paid' || data?.status === 'expired' || isMissing(error, 'ORDER_NOT_FOUND')) return false;
  // What was declined may still be paid on the page that is open elsewhere.
  const isLate = data?.status === 'declined' || dataUpdateCount > SOON_ANSWERS || (error !== null && error !== undefined);
  return isLate ? LATER_MS : SOON_MS;
}
