import { openPopup } from './queue';

/** Session storage key: whoever was told once is not told again in this tab. */
const TOLD_KEY = 'kinora.usage-alert';

/** Where it is kept that somebody was told. */
type Shelf = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * Whether somebody should hear that credits are running low: what is left does not pay for what was just made once more.
 * @param left what can be spent afterwards
 * @param price what was just paid; both whole credits
 */
export const runsLow = (left: number, price: number): boolean => price > 0 && left < price;

/**
 * Says once in a tab that credits are running low; nothing as long as they are not.
 * @param shelfOf finds the shelf; it may throw, as session storage does where a browser keeps nothing
 */
export function alertWhenLow(left: number, price: number, shelfOf: () => Shelf = () => sessionStorage): void {
  if (!runsLow(left, price)) return;
  try {
    const shelf = shelfOf();
    if (shelf.getItem(TOLD_KEY) !== null) return;
    shelf.setItem(TOLD_KEY, '1');
  } catch {
    // Where nothing can be kept it cannot be known either: rather not at all than at every press.
    return;
  }
  openPopup('usageAlert', { left, price });
}
