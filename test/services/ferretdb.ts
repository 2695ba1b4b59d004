import { existsSync } from 'node:fs';
import { MongoClient } from 'mongodb';
import { findProgram } from '../support/servers/programs.js';
import { programPath } from './programs.mjs';
import type { Service } from './service.js';
import { ServiceMissing, startService } from './service.js';

/** Why FerretDB cannot be started here; undefined when it can. */
export function ferretDbMissing(): string | undefined {
  if (existsSync(programPath('ferretdb'))) return undefined;
  return findProgram('go') === undefined
    ? 'go is not here to build FerretDB (Debian: golang)'
    : 'FerretDB is not built (npm run services)';
}

async function saysHello(url: string): Promise<boolean> {
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 2_000 });
  try {
    return (await client.db('admin').command({ hello: 1 }))['isWritablePrimary'] === true;
  } finally {
    await client.close(true);
  }
}

const urlOf = (port: number): string => `mongodb://127.0.0.1:${port}/?directConnection=true`;

/**
 * A server of MongoDB's protocol that keeps its databases in its folder. Its `url` names no database; `urlWithDatabase`
 * does.
 * @throws ServiceMissing
 */
export async function startFerretDb(): Promise<Service> {
  const missing = ferretDbMissing();
  if (missing !== undefined) throw new ServiceMissing(missing);
  return startService({
    name: 'ferretdb',
    url: urlOf,
    command: (port, folder) => ({
      file: programPath('ferretdb'),
      args: ['-listen', `127.0.0.1:${port}`, '-folder', folder],
    }),
    ready: (port) => saysHello(urlOf(port)),
  });
}

/** The address of one database on a server. */
export function urlWithDatabase(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}
