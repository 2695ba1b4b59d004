import type { FastifyInstance } from 'fastify';
import type { Logs } from '../logs.js';
import type { NetworkSettings } from '../request.js';

/**
 * Warns once if an untrusted proxy seems to be in front of the server: all clients then share the proxy's address and
 * its limits. A client can forge the header, so it is only a warning.
 */
export function warnOfUntrustedProxy(
  fastify: FastifyInstance,
  { trustProxy }: Pick<NetworkSettings, 'trustProxy'>,
  logger: Pick<Logs, 'warn'>,
): void {
  if (trustProxy !== false) return;
  let isSaid = false;
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (!isSaid && request.headers['x-forwarded-for'] !== undefined) {
      isSaid = true;
      logger.warn(
        {},
        'a request carries X-Forwarded-For, but TRUST_PROXY is not set: behind a proxy, all clients count as one address; see docs/operations.md',
      );
    }
    done();
  });
}
