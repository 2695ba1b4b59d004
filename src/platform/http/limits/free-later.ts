import type { FastifyReply } from 'fastify';

/** Gives a place back once: when the request has been answered, its line is gone, or a time is over, whichever is first. */
export function freeLater(reply: FastifyReply, leave: () => void, afterMs: number): void {
  const timer = setTimeout(leave, afterMs);
  timer.unref();
  reply.raw.once('close', () => {
    clearTimeout(timer);
    leave();
  });
  if (reply.raw.destroyed) leave();
}
