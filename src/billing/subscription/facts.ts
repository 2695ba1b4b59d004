import { z } from 'zod';
import { APP_NAMES, type AppName } from '../../credits/credits.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { PLATFORM_NAMES } from '../plans/plan.shared.js';
import { monthsOf, type Product } from '../plans/product.shared.js';
import { FACTS, type Fact, type FactOf } from './events.js';
import type { Owner } from './subscription.state.js';

type Payment = FactOf<'PaymentSucceeded'>;

/**
 * A paid invoice as a gateway reports it, by prices. The catalogue adds what they give, which is recorded permanently.
 */
export interface ReportedPayment {
  readonly type: 'PaymentSucceeded';
  readonly data: Omit<Payment['data'], 'usage' | 'months' | 'replaces'> & {
    /** For an upgrade: the replaced price, and until when it was paid. */
    readonly replaces?: { readonly priceId: string; readonly until: number };
  };
}

/** A fact as produced by a gateway's adapter. */
export type ReportedFact = Exclude<Fact, Payment> | ReportedPayment;

// Matches the event schemas: whatever is accepted must be decodable again.
const reportedPayment = FACTS.PaymentSucceeded.omit({ usage: true, months: true, replaces: true }).extend({
  replaces: z.strictObject({ priceId: z.string().min(1).max(120), until: z.int().min(0) }).exactOptional(),
});
const owner = z.strictObject({
  appName: z.enum(APP_NAMES),
  gateway: z.string().regex(/^[a-z][a-z-]{0,39}$/),
  platformName: z.enum(PLATFORM_NAMES),
  userId: z.string().regex(/^[\w-]{1,64}$/),
});

/**
 * Validates the owner of reported facts.
 * @returns VALIDATION_ERROR {field}
 */
export function checkOwner(claimed: Owner): Result<Owner, ProductError> {
  const checked = owner.safeParse(claimed);
  return checked.success ? ok(checked.data) : refused(checked.error, 'owner');
}

/**
 * A fact that can be recorded. `unknownPrice` names the field whose price the catalogue does not (or no longer) know;
 * then an earlier report must have recorded it.
 */
export type RecordableFact = Fact & { readonly unknownPrice?: 'priceId' | 'replaces.priceId' };

/** The meaning of a price id: a plan of the app, some other product, or unknown. */
type PlanOf = (priceId: string) => Product | 'no-plan' | 'unknown';

/**
 * Validates a fact and adds what a payment gives.
 * @param appName app of the subscription and its prices
 * @param findProduct the catalogue, including retired products
 * @returns VALIDATION_ERROR {field}, also for a price of another app or of a product without periods
 */
export function recordable(
  claimed: ReportedFact,
  appName: AppName,
  findProduct: (priceId: string) => Product | undefined,
): Result<RecordableFact, ProductError> {
  const planOf: PlanOf = (priceId) => {
    const product = findProduct(priceId);
    if (product === undefined) return 'unknown';
    return product.appName === appName && product.duration !== null ? product : 'no-plan';
  };
  if (claimed.type === 'PaymentSucceeded') return recordablePayment(claimed, planOf);
  const checked = FACTS[claimed.type].safeParse(claimed.data);
  if (!checked.success) return refused(checked.error, claimed.type);
  // The schema was chosen by this type; TypeScript cannot derive that.
  const fact = { type: claimed.type, data: checked.data } as Fact;
  const plan = 'priceId' in claimed.data && claimed.data.priceId !== null ? planOf(claimed.data.priceId) : undefined;
  if (plan === 'no-plan') return err(productError('VALIDATION_ERROR', { field: 'priceId' }));
  return ok(plan === 'unknown' ? { ...fact, unknownPrice: 'priceId' } : fact);
}

function recordablePayment({ type, data }: ReportedPayment, planOf: PlanOf): Result<RecordableFact, ProductError> {
  const checked = reportedPayment.safeParse(data);
  if (!checked.success) return refused(checked.error, type);
  const { replaces, ...rest } = checked.data;
  const product = planOf(rest.priceId);
  if (product === 'no-plan') return err(productError('VALIDATION_ERROR', { field: 'priceId' }));
  const before = replaces === undefined ? undefined : planOf(replaces.priceId);
  if (before === 'no-plan') return err(productError('VALIDATION_ERROR', { field: 'replaces.priceId' }));
  const known = {
    ...rest,
    ...(product === 'unknown' ? { months: 1, usage: [] } : { months: monthsOf(product), usage: usageOf(product) }),
    ...(replaces === undefined
      ? {}
      : {
          replaces: {
            until: replaces.until,
            usage: before === undefined || before === 'unknown' ? [] : usageOf(before),
          },
        }),
  };
  if (product === 'unknown') return ok({ type, data: known, unknownPrice: 'priceId' });
  return ok(before === 'unknown' ? { type, data: known, unknownPrice: 'replaces.priceId' } : { type, data: known });
}

const usageOf = ({ usageList }: Product): Payment['data']['usage'] =>
  usageList.map(({ usageType, usageCount }) => ({ amount: usageCount, usageType }));

/** @param what reported when no single field is wrong */
function refused(error: z.ZodError, what: string): { readonly ok: false; readonly error: ProductError } {
  const field = error.issues[0]?.path.join('.');
  return err(productError('VALIDATION_ERROR', { field: field === undefined || field === '' ? what : field }));
}
