import 'reflect-metadata';
import { AuthorityKeyIdentifierExtension, BasicConstraintsExtension, ExtendedKeyUsageExtension, KeyUsageFlags, KeyUsagesExtension, SubjectKeyIdentifierExtension, X509Certificate, X509CertificateGenerator } from '@peculiar/x509';
import { CoseAlgorithmIdentifier, type Signer } from '@trustnxt/c2pa-ts/cose';
import { createPrivateKey, randomBytes, sign, webcrypto, type KeyObject } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { codeOf } from '../../../kernel/thrown.js';
import type { Millis } from '../../../kernel/clock.js';
import type { CollectionDefinition, DocumentStore } from '../../../platform/documents/port.js';
import type { Logs } from '../../../platform/http/logs.js';
import { syncDirectory } from '../../../platform/data-folder/data-folder.js';

const YEAR_MS = 31_557_600_000;
const LIFE_MS = 10 * YEAR_MS;
/** A certificate that expires sooner than this is replaced. */
const RENEW_MS = YEAR_MS / 12;
/** Clocks differ, so a certificate is valid from a little before its creation. */
const EARLIER_MS = 86_400_000;
const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
/** Key usage of a claim signer (C2PA 2.1, section 14.5.1.1): validators without a list of their own accept this one. */
const EMAIL_PROTECTION = '1.3.6.1.5.5.7.3.4';
const FILE = 'credential.json';

const kept = z.object({ version: z.literal(1), key: z.string(), certificate: z.string(), root: z.string() });
/** A signing key (PKCS #8) with its certificate and the root certificate, each as base64 DER. */
export type Kept = z.infer<typeof kept>;

/** Storage of an installation's signing key. */
export interface KeyLocation {
  read(): Promise<Kept | undefined>;
  /**
   * Stores a new key in place of the one that was read.
   * @returns the stored key, which may come from another process that was faster
   */
  write(made: Kept): Promise<Kept>;
}

const COLLECTION: CollectionDefinition = { name: 'creation_credential_v1', indexes: [] };
const stored = z.object({ sealed: z.string() });
const ONE = 'credential';

/**
 * Key storage in a folder of this process.
 * @param folder created if missing
 */
export function folderLocation(folder: string): KeyLocation {
  return {
    read: () => read(folder),
    write: async (made) => {
      await write(folder, made);
      return made;
    },
  };
}

/**
 * Key storage among the documents, for processes that share them. It is sealed under the installation's secret, so that
 * access to the store alone does not allow signing. A key sealed under another secret counts as missing and is
 * replaced; earlier signatures include their own certificate and stay valid.
 * @param log told once in that case
 */
export async function documentPlace(
  documents: DocumentStore, seal: { seal(text: string): string; open(sealed: string): string }, log: Pick<Logs, 'warn'>,
): Promise<KeyLocation> {
  const collection = await documents.collection(COLLECTION, (found) => stored.parse(found));
  let version = 0;
  let isLogged = false;
  const opened = (sealed: string): string | undefined => {
    try {
      return seal.open(sealed);
    } catch (error) {
      if (!isLogged) log.warn({ err: error }, 'the key that signs results was sealed under another AUTH_SECRET; a new key and certificate take its place');
      isLogged = true;
      return undefined;
    }
  };
  const readStored = async (): Promise<Kept | undefined> => {
    const found = await collection.get(ONE);
    version = found?.version ?? 0;
    const text = found && opened(found.document.sealed);
    return text === undefined ? undefined : kept.parse(JSON.parse(text));
  };
  return {
    read: readStored,
    write: async (made) => {
      const written = await collection.put({ id: ONE, document: { sealed: seal.seal(JSON.stringify(made)) }, expectedVersion: version });
      if (written === 'written') return made;
      return (await readStored()) ?? made;
    },
  };
}

/** Creates a root that signs one certificate and is then discarded, so that nothing else can be signed in its name. */
async function createKeys(now: Millis): Promise<Kept> {
  const name = `CN=Kinora ${randomBytes(4).toString('hex')},O=Kinora`;
  const validity = { notBefore: new Date(now - EARLIER_MS), notAfter: new Date(now + LIFE_MS), signingAlgorithm: EC };
  const rootKeys = await webcrypto.subtle.generateKey(EC, false, ['sign', 'verify']);
  const keys = await webcrypto.subtle.generateKey(EC, true, ['sign', 'verify']);
  const root = await X509CertificateGenerator.create({
    ...validity, serialNumber: randomBytes(8).toString('hex'), subject: `${name},OU=Root`, issuer: `${name},OU=Root`, publicKey: rootKeys.publicKey, signingKey: rootKeys.privateKey,
    extensions: [new BasicConstraintsExtension(true, 0, true), new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true), await SubjectKeyIdentifierExtension.create(rootKeys.publicKey)],
  });
  const certificate = await X509CertificateGenerator.create({
    ...validity, serialNumber: randomBytes(8).toString('hex'), subject: name, issuer: root.subject, publicKey: keys.publicKey, signingKey: rootKeys.privateKey,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true), new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true), new ExtendedKeyUsageExtension([EMAIL_PROTECTION]),
      await AuthorityKeyIdentifierExtension.create(rootKeys.publicKey), await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  return { version: 1, key, certificate: certificate.toString('base64'), root: root.toString('base64') };
}

async function read(folder: string): Promise<Kept | undefined> {
  try {
    return kept.parse(JSON.parse(await readFile(join(folder, FILE), 'utf8')));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes key and certificate atomically, readable by this OS user only. */
async function write(folder: string, made: Kept): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const aside = join(folder, `${FILE}.${randomBytes(4).toString('hex')}`);
  try {
    await writeFile(aside, JSON.stringify(made), { mode: 0o600, flush: true, flag: 'wx' });
    await rename(aside, join(folder, FILE));
  } finally {
    await rm(aside, { force: true });
  }
  await syncDirectory(folder);
  await syncDirectory(dirname(folder));
}

/** ECDSA on P-256 in COSE format: r and s, 32 bytes each (RFC 9053, section 2.1). */
function signerOf({ certificate, root }: Kept, key: KeyObject): Signer {
  return {
    certificate: new X509Certificate(certificate), chainCertificates: [new X509Certificate(root)], algorithm: CoseAlgorithmIdentifier.ES256,
    sign: (payload) => Promise.resolve(new Uint8Array(sign('sha256', payload, { key, dsaEncoding: 'ieee-p1363' }))),
  };
}

/**
 * Opens this installation's signing key and certificate; creates them if missing or about to expire.
 * @throws errors of the storage; zod errors for a damaged key
 */
export async function openSigner(place: KeyLocation, now: Millis): Promise<Signer> {
  let known = await place.read();
  if (known === undefined || new X509Certificate(known.certificate).notAfter.getTime() - now < RENEW_MS) known = await place.write(await createKeys(now));
  return signerOf(known, createPrivateKey({ key: Buffer.from(known.key, 'base64'), format: 'der', type: 'pkcs8' }));
}
