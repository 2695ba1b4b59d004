import type { FastifyReply } from 'fastify';

/**
 * Releases a permit once: when the request is answered, its connection closes, or a timeout passes, whichever is first.
 */
export function freeLater(reply: FastifyReply, leave: () => void, afterMs: number): void {
  const timer = setTimeout(leave, afterMs);
  timer.unref();
  reply.raw.once('close', () => {
    clearTimeout(timer);
    leave();
  });
  if (reply.raw.destroyed) leave();
}
