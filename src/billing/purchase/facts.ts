import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { ReportedPurchase } from '../gateways/port.js';
import type { Product } from '../plans/product.shared.js';
import { PURCHASE_FACTS, type PurchaseFact } from './events.js';

type Paid = Extract<PurchaseFact, { readonly type: 'PurchasePaid' }>;

/** A fact that can be recorded. `usage` is null where the catalogue knows nothing of the price: then it must have been told before. */
export type RecordablePurchase = Exclude<PurchaseFact, Paid> | { readonly type: 'PurchasePaid'; readonly data: Omit<Paid['data'], 'usage'> & { readonly usage: Paid['data']['usage'] | null } };

// As narrow as the schema of the event: what is accepted must be readable again.
const reportedPaid = PURCHASE_FACTS.PurchasePaid.omit({ usage: true });

/**
 * Checks a fact before it is recorded, and writes down what a payment gives.
 * @param appName whose the purchase is; its prices are of that app
 * @param findProduct the catalogue, with all that was ever sold
 * @returns VALIDATION_ERROR {field}: also for a price of another app's, or of a plan
 */
export function recordablePurchase(reported: ReportedPurchase, appName: Product['appName'], findProduct: (priceId: string) => Product | undefined): Result<RecordablePurchase, ProductError> {
  if (reported.type !== 'PurchasePaid') {
    const checked = PURCHASE_FACTS[reported.type].safeParse(reported.data);
    if (!checked.success) return refused(checked.error.issues[0]?.path, reported.type);
    // What was checked is of the type that named its schema, which indexing by it cannot say.
    return ok({ type: reported.type, data: checked.data } as RecordablePurchase);
  }
  const checked = reportedPaid.safeParse(reported.data);
  if (!checked.success) return refused(checked.error.issues[0]?.path, reported.type);
  const product = findProduct(checked.data.priceId);
  if (product !== undefined && (product.appName !== appName || product.duration !== null)) return refused(['priceId'], reported.type);
  return ok({ type: reported.type, data: { ...checked.data, usage: product?.usageList.map(({ usageType, usageCount }) => ({ amount: usageCount, usageType })) ?? null } });
}

/** @param what is wrong when no field of it is */
function refused(path: readonly PropertyKey[] | undefined, what: string): Result<never, ProductError> {
  const field = path?.join('.');
  return err(productError('VALIDATION_ERROR', { field: field === undefined || field === '' ? what : field }));
}
