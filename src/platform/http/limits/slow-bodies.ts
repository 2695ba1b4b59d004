import type { FastifyInstance } from 'fastify';
import { Socket } from 'node:net';

/** Minimum bytes per second of a request body, measured at each interval. */
export interface SlowBodyRule {
  readonly minBytesPerSecond: number;
  readonly everyMs: number;
}

/** A tenth of a slow mobile network's rate. */
export const SLOW_BODIES: SlowBodyRule = { minBytesPerSecond: 4_096, everyMs: 5_000 };

/**
 * Closes connections whose body arrives more slowly than the rule allows, because only a few bodies can be received at
 * once. A body that this process itself reads slowly is exempt.
 */
export function cutSlowBodies(
  fastify: FastifyInstance,
  { minBytesPerSecond, everyMs }: SlowBodyRule = SLOW_BODIES,
): void {
  const min = (minBytesPerSecond * everyMs) / 1_000;
  fastify.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    const { socket } = raw;
    const hasBody = raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0;
    if (!hasBody || !(socket instanceof Socket)) return done();
    let before = socket.bytesRead;
    const timer = setInterval(() => {
      if (raw.complete || raw.destroyed) return void clearInterval(timer);
      const came = socket.bytesRead - before;
      before = socket.bytesRead;
      if (came < min && raw.readableLength === 0 && raw.readableFlowing !== false) socket.destroy();
    }, everyMs);
    timer.unref();
    reply.raw.once('close', () => clearInterval(timer));
    return done();
  });
}
