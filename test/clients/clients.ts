import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installClients } from './install.mjs';

/** A module of an installed client. @param name as an import would name it */
export async function clientModule(name: string): Promise<Readonly<Record<string, unknown>>> {
  const found = createRequire(join(installClients(), 'package.json')).resolve(name);
  // A module is a record of what it exports.
  return (await import(pathToFileURL(found).href)) as Readonly<Record<string, unknown>>;
}
