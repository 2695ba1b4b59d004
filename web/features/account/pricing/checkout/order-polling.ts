import { isMissing } from '@/lib/errors/failure';
import type { OrderView } from '@src/billing/shop/shop.shared';

/** Poll intervals of an order: at first, and after a while or an error; milliseconds. */
const SOON_MS = 1_500;
const LATER_MS = 6_000;
/** Number of pending answers before polling slows down. */
const SOON_ANSWERS = 12;
/** Time without a result before the page explains the delay, in milliseconds. */
export const SLOW_AFTER_MS = SOON_MS * SOON_ANSWERS;

/** State of the order query. */
export interface OrderQueryState {
  readonly data: Pick<OrderView, 'status'> | undefined;
  readonly dataUpdateCount: number;
  readonly error: unknown;
}

/** Poll interval of an order, milliseconds; false if it is final or does not exist. */
export function refetchIntervalOf({ data, dataUpdateCount, error }: OrderQueryState): number | false {
  if (data?.status === 'paid' || data?.status === 'expired' || isMissing(error, 'ORDER_NOT_FOUND')) return false;
  // A declined payment can still succeed on a payment page that is open elsewhere.
  const isLate =
    data?.status === 'declined' || dataUpdateCount > SOON_ANSWERS || (error !== null && error !== undefined);
  return isLate ? LATER_MS : SOON_MS;
}
