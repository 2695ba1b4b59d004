import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { ReportedPurchase } from '../gateways/port.js';
import type { Product } from '../plans/product.shared.js';
import { PURCHASE_FACTS, type PurchaseFact } from './events.js';

type Paid = Extract<PurchaseFact, { readonly type: 'PurchasePaid' }>;

/**
 * A fact that can be recorded. `usage` is null when the catalogue does not know the price; then an earlier report must
 * have recorded it.
 */
export type RecordablePurchase =
  | Exclude<PurchaseFact, Paid>
  | {
      readonly type: 'PurchasePaid';
      readonly data: Omit<Paid['data'], 'usage'> & { readonly usage: Paid['data']['usage'] | null };
    };

// Matches the event schema: whatever is accepted must be decodable again.
const reportedPaid = PURCHASE_FACTS.PurchasePaid.omit({ usage: true });

/**
 * Validates a fact and adds what a payment gives.
 * @param appName app of the purchase and its prices
 * @param findProduct the catalogue, including retired products
 * @returns VALIDATION_ERROR {field}, also for a price of another app or of a plan
 */
export function recordablePurchase(
  reported: ReportedPurchase,
  appName: Product['appName'],
  findProduct: (priceId: string) => Product | undefined,
): Result<RecordablePurchase, ProductError> {
  if (reported.type !== 'PurchasePaid') {
    const checked = PURCHASE_FACTS[reported.type].safeParse(reported.data);
    if (!checked.success) return refused(checked.error.issues[0]?.path, reported.type);
    // The schema was chosen by this type; TypeScript cannot derive that.
    return ok({ type: reported.type, data: checked.data } as RecordablePurchase);
  }
  const checked = reportedPaid.safeParse(reported.data);
  if (!checked.success) return refused(checked.error.issues[0]?.path, reported.type);
  const product = findProduct(checked.data.priceId);
  if (product !== undefined && (product.appName !== appName || product.duration !== null))
    return refused(['priceId'], reported.type);
  return ok({
    type: reported.type,
    data: {
      ...checked.data,
      usage: product?.usageList.map(({ usageType, usageCount }) => ({ amount: usageCount, usageType })) ?? null,
    },
  });
}

/** @param what reported when no single field is wrong */
function refused(path: readonly PropertyKey[] | undefined, what: string): Result<never, ProductError> {
  const field = path?.join('.');
  return err(productError('VALIDATION_ERROR', { field: field === undefined || field === '' ? what : field }));
}
