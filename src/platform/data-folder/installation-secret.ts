import { hkdfSync, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../kernel/thrown.js';

/**
 * A key of 32 bytes for one use, drawn from the installation's one secret (HKDF, RFC 5869). @param secret at least 32
 * characters of chance
 */
export function keyFor(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'kinora', use, 32));
}

function readSecret(path: string): string | undefined {
  try {
    const secret = readFileSync(path, 'utf8').trim();
    if (secret.length < 32)
      throw new Error(`${path} holds no usable secret; delete it to create a new one, which signs everyone out`);
    return secret;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The file of a data folder's secret. */
export const secretPath = (dataDir: string): string => join(dataDir, 'secret');

/**
 * Reads the secret from the data folder; undefined if there is none yet.
 * @throws if the file has invalid content
 */
export function keptSecret(dataDir: string): string | undefined {
  return readSecret(secretPath(dataDir));
}

/**
 * The data folder's secret, created at the first start and readable by its owner only. It is written to a temporary
 * file and linked, so that two processes that start together use the same one, and a power failure leaves no partial
 * file.
 * @returns the secret in hexadecimal
 * @throws if the folder is not writable or the file has invalid content
 */
export function loadOrCreateSecret(dataDir: string): string {
  const path = secretPath(dataDir);
  const kept = keptSecret(dataDir);
  if (kept !== undefined) return kept;
  mkdirSync(dataDir, { recursive: true });
  const aside = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const file = openSync(aside, 'wx', 0o600);
  writeSync(file, `${randomBytes(48).toString('hex')}\n`);
  fsyncSync(file);
  closeSync(file);
  try {
    linkSync(aside, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    unlinkSync(aside);
  }
  const made = readSecret(path);
  if (made === undefined) throw new Error(`${path} disappeared while it was being created`);
  return made;
}
