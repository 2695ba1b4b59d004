import type { Readable, Writable } from 'node:stream';

/** How long a body that no answer hangs on any more may still be on its way, so that the answer is read before the line is cut. */
const UNREAD_BODY_MS = 2_000;

/** Cuts the line of a caller who continues sending after the answer: no one reads it. */
export function cutUnreadBody(request: { readonly raw: Readable & { readonly complete: boolean } }, reply: { readonly raw: Writable }): void {
  reply.raw.once('finish', () => {
    if (request.raw.complete) return;
    const timer = setTimeout(() => request.raw.complete || request.raw.destroy(), UNREAD_BODY_MS);
    request.raw.once('close', () => clearTimeout(timer));
  });
}
