import { webcrypto } from 'node:crypto';
import 'reflect-metadata';
import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const DAY_MS = 86_400_000;

/**
 * A certification authority of its own, and a server certificate for a host, valid for a day.
 * @param now milliseconds since the epoch
 */
export async function certificateFor(
  host: string,
  now: number,
): Promise<{ readonly ca: string; readonly cert: string; readonly key: string }> {
  const [rootKeys, keys] = await Promise.all([
    webcrypto.subtle.generateKey(ECDSA, true, ['sign', 'verify']),
    webcrypto.subtle.generateKey(ECDSA, true, ['sign', 'verify']),
  ]);
  const validity = {
    notBefore: new Date(now - DAY_MS),
    notAfter: new Date(now + DAY_MS),
    signingAlgorithm: ECDSA,
    signingKey: rootKeys.privateKey,
  };
  const issuer = 'CN=Test root';
  const root = await X509CertificateGenerator.create({
    ...validity,
    serialNumber: '01',
    subject: issuer,
    issuer,
    publicKey: rootKeys.publicKey,
    extensions: [new BasicConstraintsExtension(true, 0, true), new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true)],
  });
  const issued = await X509CertificateGenerator.create({
    ...validity,
    serialNumber: '02',
    subject: `CN=${host}`,
    issuer,
    publicKey: keys.publicKey,
    extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: host }])],
  });
  return {
    ca: root.toString('pem'),
    cert: issued.toString('pem'),
    key: PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY'),
  };
}
