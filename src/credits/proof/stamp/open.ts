import { readFile } from 'node:fs/promises';
import { codeOf } from '../../../kernel/thrown.js';
import type { DocumentStore } from '../../../platform/documents/port.js';
import type { StampSettings } from '../deliver/settings.shared.js';
import { httpAuthority } from './authority.js';
import { certificatesIn, RootStamps, type StampParts } from './stamps.js';

/**
 * Opens the time stamps of roots. No request is made yet.
 * @param settings undefined when no authority is configured: existing stamps can still be read
 * @throws Error with an operator message when the file with certificates cannot be read
 */
export async function openStamps(
  documents: DocumentStore,
  settings: StampSettings | undefined,
  parts: Omit<StampParts, 'ask' | 'authorities'>,
): Promise<RootStamps> {
  const authorities = settings?.caFile === undefined ? undefined : await readCertificates(settings.caFile);
  return RootStamps.open(documents, { ...parts, ask: settings && httpAuthority(settings.url), authorities });
}

/** The certificates in a PEM file. @throws Error with an operator message */
export async function readCertificates(path: string): Promise<readonly string[]> {
  const pem = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new Error(`the file with certificates, ${path}, cannot be read: ${codeOf(error) ?? 'unknown'}`, {
      cause: error,
    });
  });
  return certificatesIn(pem, path);
}
