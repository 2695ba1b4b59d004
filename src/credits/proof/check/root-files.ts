import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { RECEIPT_BYTES } from '../limits.shared.js';
import { rootBody, rootsPage, signedRoot, utcDay } from '../root.shared.js';
import type { ReadRoot } from '../root-store.js';

const ROOT_FILE = /^\d{4}-\d\d-\d\d.*\.json$/;
/** What a file with roots may contain: an answer of the public address, one exported root, or a list of those. */
const exported = signedRoot.extend({ day: utcDay.exactOptional() });
const rootsFile = z.union([
  rootsPage.transform(({ roots }) => roots),
  z.array(exported),
  exported.transform((root) => [root]),
]);

/**
 * Reads a JSON file.
 * @throws Error with an operator message when the file is missing, too large or not JSON
 */
export async function readJson(path: string): Promise<unknown> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) throw new Error(`There is no file ${path}.`);
  if (found.size > RECEIPT_BYTES) throw new Error(`${path} is too large for a receipt: ${found.size} bytes.`);
  try {
    const read: unknown = JSON.parse(await readFile(path, 'utf8'));
    return read;
  } catch {
    throw new Error(`${path} is not JSON.`);
  }
}

/**
 * Reads kept roots, oldest first, each once. Their signatures are not verified here.
 * @param path a file with roots, or a folder to which roots are delivered
 * @throws Error with an operator message when a file has no roots
 */
export async function readRoots(path: string): Promise<readonly ReadRoot[]> {
  const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() === true;
  const files = isFolder
    ? (await readdir(path)).filter((name) => ROOT_FILE.test(name)).map((name) => join(path, name))
    : [path];
  const found = new Map<string, ReadRoot>();
  for (const file of files) {
    const roots = rootsIn(await readJson(file));
    if (roots === undefined)
      throw new Error(`${file} is not a list of roots as /.well-known/kinora/ledger-roots gives it.`);
    for (const root of roots) found.set(`${root.signed.body} ${root.signed.signature}`, root);
  }
  if (found.size === 0) throw new Error(`${path} contains no roots.`);
  return [...found.values()].sort((a, b) => (a.body.day < b.body.day ? -1 : 1));
}

/**
 * The roots in a file's text, in its order. Their signatures are not verified here.
 * @returns undefined when it is anything else
 */
export function parseRoots(text: string | undefined): readonly ReadRoot[] | undefined {
  try {
    return text === undefined ? undefined : rootsIn(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function rootsIn(json: unknown): readonly ReadRoot[] | undefined {
  const read = rootsFile.safeParse(json);
  if (!read.success) return undefined;
  const roots = read.data.map(({ body, signature }) => parsed({ body, signature }));
  return roots.includes(undefined) ? undefined : roots.filter((root) => root !== undefined);
}

function parsed(signed: ReadRoot['signed']): ReadRoot | undefined {
  try {
    const body = rootBody.safeParse(JSON.parse(signed.body));
    return body.success ? { signed, body: body.data } : undefined;
  } catch {
    return undefined;
  }
}
