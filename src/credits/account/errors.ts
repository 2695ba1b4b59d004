import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { AccountKey } from './account.key.js';

/**
 * Turns a refusal into the error for the account's owner: a usage limit names its app and usage type. The identifiers
 * are CREDITS_NOT_ENOUGH {needed, available, appName, usageType} (API_CREDITS_NOT_ENOUGH for API credits),
 * ADJUSTMENT_TOO_LARGE {needed, available}, ADJUSTMENT_NOT_FOUND {id}, NOT_REVERSIBLE {id},
 * IDEMPOTENCY_MISMATCH {id}, REQUEST_TOO_OLD {id}, HOLD_NOT_FOUND {id}, HOLD_CLOSED {id, ended}, GRANT_NOT_FOUND {id},
 * VALIDATION_ERROR {field} and TRY_AGAIN.
 */
export function refusal({ identifier, params }: ProductError, { appName, usageType }: AccountKey): ProductError {
  return identifier === 'CREDITS_NOT_ENOUGH'
    ? productError(usageType === 'api_credits' ? 'API_CREDITS_NOT_ENOUGH' : identifier, {
        ...params,
        appName,
        usageType,
      })
    : productError(identifier, params);
}
