import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Service } from './service.js';
import { ServiceMissing, startService } from './service.js';

const LOADER = fileURLToPath(new URL('../../src/platform/sqlite/typescript-loader.mjs', import.meta.url));
const STUB = fileURLToPath(new URL('../support/servers/eventstore/server.ts', import.meta.url));

/** Why the stand-in for EventStoreDB cannot be started here; undefined when it can. */
export const eventStoreStubMissing = (): string | undefined =>
  existsSync(STUB)
    ? undefined
    : 'the stand-in for EventStoreDB is not there (test/support/servers/eventstore/server.ts)';

/**
 * A stand-in for EventStoreDB that keeps its log in its folder.
 * @throws ServiceMissing
 */
export async function startEventStoreStub(): Promise<Service> {
  const missing = eventStoreStubMissing();
  if (missing !== undefined) throw new ServiceMissing(missing);
  return startService({
    name: 'eventstore',
    url: (port) => `esdb://127.0.0.1:${port}?tls=false`,
    command: (port, folder) => ({
      file: process.execPath,
      args: ['--import', LOADER, STUB, '--port', String(port), '--folder', folder],
    }),
    ready: (_port, output) => Promise.resolve(/^ready$/m.test(output)),
  });
}
