import type { RootDeliveries } from '../deliver/deliveries.js';
import type { RootStamps } from './stamps.js';

/**
 * Stamps the roots that are due and requests the deliveries of their stamps, also of those made before a failure.
 * @returns the days that were stamped
 * @throws StoreUnavailable as `RootStamps.stampDue`
 */
export async function stampAndDeliver(
  stamps: Pick<RootStamps, 'stampDue'>,
  deliveries: Pick<RootDeliveries, 'requestAll'>,
): Promise<readonly string[]> {
  let days: readonly string[];
  try {
    days = await stamps.stampDue();
  } catch (error) {
    await deliveries.requestAll();
    throw error;
  }
  if (days.length > 0) await deliveries.requestAll();
  return days;
}
