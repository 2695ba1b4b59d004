import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { FAULT_IDENTIFIERS, RemoteFault } from '../../engine/remote/port.js';

/**
 * Calls an engine within a time limit.
 * @returns its answer; or ENGINE_UNAVAILABLE, MODEL_UNAVAILABLE, ENGINE_FAILED, ENGINE_TIMEOUT, SENSITIVE_CONTENT, each
 * with {reason}
 */
export async function attempt<T>(
  limitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<Result<T, ProductError>> {
  const limit = AbortSignal.timeout(limitMs);
  try {
    return ok(await work(limit));
  } catch (error) {
    const fault =
      error instanceof RemoteFault ? error : new RemoteFault(limit.aborted ? 'time' : 'misunderstood', String(error));
    return err(productError(FAULT_IDENTIFIERS[fault.reason], { reason: fault.reason }));
  }
}
