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
import { syncDirectory } from '../../../platform/data-folder.js';

const YEAR_MS = 31_557_600_000;
const LIFE_MS = 10 * YEAR_MS;
/** A certificate that ends sooner than this is replaced. */
const RENEW_MS = YEAR_MS / 12;
/** Clocks differ: a certificate is good from a little before it was made. */
const EARLIER_MS = 86_400_000;
const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
/** Who may sign claims (C2PA 2.1, section 14.5.1.1): validators that have no list of their own accept this purpose. */
const EMAIL_PROTECTION = '1.3.6.1.5.5.7.3.4';
const FILE = 'credential.json';

const kept = z.object({ version: z.literal(1), key: z.string(), certificate: z.string(), root: z.string() });
/** A signing key (PKCS #8) with its certificate and the root's, each base64 of DER. */
export type Kept = z.infer<typeof kept>;

/** Where an installation keeps its signing key. */
export interface KeyLocation {
  read(): Promise<Kept | undefined>;
  /**
   * Keeps a new one in place of what was read last.
   * @returns the one that stands: another process may have been first
   */
  write(made: Kept): Promise<Kept>;
}

const COLLECTION: CollectionDefinition = { name: 'creation_credential_v1', indexes: [] };
const stored = z.object({ sealed: z.string() });
const ONE = 'credential';

/** In a folder of this process's own. @param folder made when it is missing */
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
 * Among the documents, for processes that share them: sealed under the installation's secret, so that whoever reads the store
 * alone cannot sign. One that was sealed under another secret counts as none, so that a new one takes its place: what it has signed
 * carries its own certificate and stays valid.
 * @param log is told when that is so, once
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

/** Makes a root that signs one certificate and is then forgotten: nothing else can ever be signed in its name. */
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

/** Key and certificate appear together or not at all, readable by this user alone. */
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

/** ECDSA on P-256 as COSE has it: r and s, 32 bytes each (RFC 9053, section 2.1). */
function signerOf({ certificate, root }: Kept, key: KeyObject): Signer {
  return {
    certificate: new X509Certificate(certificate), chainCertificates: [new X509Certificate(root)], algorithm: CoseAlgorithmIdentifier.ES256,
    sign: (payload) => Promise.resolve(new Uint8Array(sign('sha256', payload, { key, dsaEncoding: 'ieee-p1363' }))),
  };
}

/**
 * Opens this installation's signing key and certificate, making them when there are none or they soon end.
 * @throws what the place says; zod of a key that was damaged
 */
export async function openSigner(place: KeyLocation, now: Millis): Promise<Signer> {
  let known = await place.read();
  if (known === undefined || new X509Certificate(known.certificate).notAfter.getTime() - now < RENEW_MS) known = await place.write(await createKeys(now));
  return signerOf(known, createPrivateKey({ key: Buffer.from(known.key, 'base64'), format: 'der', type: 'pkcs8' }));
}
