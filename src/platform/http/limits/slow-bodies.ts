import type { FastifyInstance } from 'fastify';
import { Socket } from 'node:net';

/** The least that a body must bring, bytes per second, over each time that it is looked at. */
export interface SlowBodyRule {
  readonly minBytesPerSecond: number;
  readonly everyMs: number;
}

/** A tenth of what a slow mobile network carries. */
export const SLOW_BODIES: SlowBodyRule = { minBytesPerSecond: 4_096, everyMs: 5_000 };

/**
 * Cuts the line of a body that comes more slowly than the rule: what takes bodies in has room for a few at a time. A body that
 * this process itself is slow to read is left alone.
 */
export function cutSlowBodies(fastify: FastifyInstance, { minBytesPerSecond, everyMs }: SlowBodyRule = SLOW_BODIES): void {
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
