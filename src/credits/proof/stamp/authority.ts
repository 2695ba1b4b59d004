import { wordsOf } from '../../../kernel/thrown.js';
import { StoreUnavailable } from '../../../platform/unavailable.js';

/** A response contains a token and a few certificates; a larger one is none. */
const MAX_BYTES = 65_536;
const TIMEOUT_MS = 10_000;
const STORE = 'time-stamp authority';

/** Asks a time-stamp authority. @returns its response, unverified. @throws StoreUnavailable */
export type AskAuthority = (request: Uint8Array) => Promise<Uint8Array>;

/**
 * An authority over HTTP (RFC 3161, 3.4). Redirects are refused.
 * @param timeoutMs for the whole answer
 */
export function httpAuthority(url: string, timeoutMs = TIMEOUT_MS): AskAuthority {
  return async (request) => {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
        body: new Uint8Array(request),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!answer.ok) throw new StoreUnavailable(STORE, 'failed', `it answered ${answer.status}`);
      return await limited(answer);
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      throw new StoreUnavailable(
        STORE,
        'unreachable',
        error instanceof Error && error.cause !== undefined ? wordsOf(error.cause) : wordsOf(error),
      );
    }
  };
}

async function limited({ body }: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.byteLength;
    if (size > MAX_BYTES) throw new StoreUnavailable(STORE, 'failed', `its answer has more than ${MAX_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
