import 'reflect-metadata';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { CoseAlgorithmIdentifier, type Signer } from '@trustnxt/c2pa-ts/cose';
import { createPrivateKey, randomBytes, sign, webcrypto, type KeyObject } from 'node:crypto';
import type { Millis } from '../../../kernel/clock.js';
import type { KeyLocation, Kept } from './key-location.js';

const YEAR_MS = 31_557_600_000;
const LIFE_MS = 10 * YEAR_MS;
/** A certificate that expires sooner than this is replaced. */
const RENEW_MS = YEAR_MS / 12;
/** Clocks differ, so a certificate is valid from a little before its creation. */
const EARLIER_MS = 86_400_000;
const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
/** Key usage of a claim signer (C2PA 2.1, section 14.5.1.1): validators without a list of their own accept this one. */
const EMAIL_PROTECTION = '1.3.6.1.5.5.7.3.4';
/** Creates a root that signs one certificate and is then discarded, so that nothing else can be signed in its name. */
async function createKeys(now: Millis): Promise<Kept> {
  const name = `CN=Kinora ${randomBytes(4).toString('hex')},O=Kinora`;
  const validity = { notBefore: new Date(now - EARLIER_MS), notAfter: new Date(now + LIFE_MS), signingAlgorithm: EC };
  const rootKeys = await webcrypto.subtle.generateKey(EC, false, ['sign', 'verify']);
  const keys = await webcrypto.subtle.generateKey(EC, true, ['sign', 'verify']);
  const root = await X509CertificateGenerator.create({
    ...validity,
    serialNumber: randomBytes(8).toString('hex'),
    subject: `${name},OU=Root`,
    issuer: `${name},OU=Root`,
    publicKey: rootKeys.publicKey,
    signingKey: rootKeys.privateKey,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
      await SubjectKeyIdentifierExtension.create(rootKeys.publicKey),
    ],
  });
  const certificate = await X509CertificateGenerator.create({
    ...validity,
    serialNumber: randomBytes(8).toString('hex'),
    subject: name,
    issuer: root.subject,
    publicKey: keys.publicKey,
    signingKey: rootKeys.privateKey,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([EMAIL_PROTECTION]),
      await AuthorityKeyIdentifierExtension.create(rootKeys.publicKey),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  return { version: 1, key, certificate: certificate.toString('base64'), root: root.toString('base64') };
}

/** ECDSA on P-256 in COSE format: r and s, 32 bytes each (RFC 9053, section 2.1). */
function signerOf({ certificate, root }: Kept, key: KeyObject): Signer {
  return {
    certificate: new X509Certificate(certificate),
    chainCertificates: [new X509Certificate(root)],
    algorithm: CoseAlgorithmIdentifier.ES256,
    sign: (payload) => Promise.resolve(new Uint8Array(sign('sha256', payload, { key, dsaEncoding: 'ieee-p1363' }))),
  };
}

/**
 * Opens this installation's signing key and certificate; creates them if missing or about to expire.
 * @throws errors of the storage; zod errors for a damaged key
 */
export async function openSigner(place: KeyLocation, now: Millis): Promise<Signer> {
  let known = await place.read();
  if (known === undefined || new X509Certificate(known.certificate).notAfter.getTime() - now < RENEW_MS)
    known = await place.write(await createKeys(now));
  return signerOf(known, createPrivateKey({ key: Buffer.from(known.key, 'base64'), format: 'der', type: 'pkcs8' }));
}
