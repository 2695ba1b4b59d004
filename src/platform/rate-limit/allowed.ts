import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { RateLimit, RateRule } from './port.js';

/** Counts a call. @returns TOO_MANY_ATTEMPTS {seconds} beyond the limit */
export async function allowed(
  rateLimit: Pick<RateLimit, 'take'>,
  key: string,
  rule: RateRule,
): Promise<Result<void, ProductError>> {
  const rate = await rateLimit.take(key, rule);
  return rate.allowed
    ? ok(undefined)
    : err(productError('TOO_MANY_ATTEMPTS', { seconds: Math.ceil(rate.retryAfterMs / 1_000) }));
}
