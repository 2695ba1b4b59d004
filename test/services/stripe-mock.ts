import { existsSync } from 'node:fs';
import { findProgram } from '../support/servers/programs.js';
import { programPath } from './programs.mjs';
import type { Service } from './service.js';
import { ServiceMissing, startService } from './service.js';

/** Why stripe-mock cannot be started here; undefined when it can. */
export function stripeMockMissing(): string | undefined {
  if (existsSync(programPath('stripe-mock'))) return undefined;
  return findProgram('go') === undefined
    ? 'go is not here to build stripe-mock (Debian: golang)'
    : 'stripe-mock is not built (npm run services)';
}

/**
 * Stripe's own stand-in: it checks each request against Stripe's OpenAPI description, answers with an example and
 * remembers nothing.
 * @throws ServiceMissing
 */
export async function startStripeMock(): Promise<Service> {
  const missing = stripeMockMissing();
  if (missing !== undefined) throw new ServiceMissing(missing);
  return startService({
    name: 'stripe-mock',
    url: (port) => `http://127.0.0.1:${port}`,
    command: (port) => ({
      file: programPath('stripe-mock'),
      args: ['-http-addr', `127.0.0.1:${port}`, '-https-addr', '127.0.0.1:0'],
    }),
    // It answers whoever has not said who they are with 401.
    ready: async (port) =>
      (await fetch(`http://127.0.0.1:${port}/v1/charges`, { signal: AbortSignal.timeout(2_000) })).status === 401,
  });
}
