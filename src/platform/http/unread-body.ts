import type { Readable, Writable } from 'node:stream';

/**
 * How long an unread body may continue after the answer, so that the client can read the answer before the connection
 * closes.
 */
const UNREAD_BODY_MS = 2_000;

/** Closes the connection of a client that continues to send after the answer. */
export function cutUnreadBody(
  request: { readonly raw: Readable & { readonly complete: boolean } },
  reply: { readonly raw: Writable },
): void {
  reply.raw.once('finish', () => {
    if (request.raw.complete) return;
    const timer = setTimeout(() => request.raw.complete || request.raw.destroy(), UNREAD_BODY_MS);
    request.raw.once('close', () => clearTimeout(timer));
  });
}
