import { Integer, Null, ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import { createHash, webcrypto, X509Certificate } from 'node:crypto';
import {
  AlgorithmIdentifier,
  Certificate,
  CryptoEngine,
  ExtKeyUsage,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
  type SignerInfo,
} from 'pkijs';
import { err, ok, type Result } from '../../../kernel/result.js';
import type { Stamp, StampFault } from './stamp.shared.js';

const SHA_256 = '2.16.840.1.101.3.4.2.1';
const SIGNED_DATA = '1.2.840.113549.1.7.2';
const TST_INFO = '1.2.840.113549.1.9.16.1.4';
const CONTENT_TYPE = '1.2.840.113549.1.9.3';
/** Attributes that name the signer's certificate by its hash: with SHA-1 (RFC 2634), or with another one (RFC 5035). */
const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.12';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
/** `granted` and `grantedWithMods` (RFC 3161, 2.4.2). */
const GRANTED = [0, 1];
/** A token has its signer's certificate and a few that it leads to. */
const MAX_CERTIFICATES = 10;
const DIGESTS: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'sha1',
  [SHA_256]: 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

const crypto = new CryptoEngine({ name: 'node', crypto: webcrypto as Crypto }); // the same interface, declared by Node and by the DOM

/** A copy of the bytes in a buffer of their own, as the library requires. */
const bufferOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;
const hex = (bytes: ArrayBuffer | Uint8Array): string => Buffer.from(new Uint8Array(bytes)).toString('hex');
const numberOf = (integer: Integer): bigint => BigInt(`0x${hex(integer.valueBlock.valueHexView) || '0'}`);

/**
 * A request for a time stamp (RFC 3161, 2.4.1) of the SHA-256 of bytes. It asks for the authority's certificate.
 * @param nonce hex, at most 16 bytes, beginning with a digit below 8
 * @returns DER
 */
export function stampRequest(data: Uint8Array, nonce: string): Uint8Array {
  const messageImprint = new MessageImprint({
    hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA_256, algorithmParams: new Null() }),
    hashedMessage: new OctetString({ valueHex: bufferOf(createHash('sha256').update(data).digest()) }),
  });
  const request = new TimeStampReq({
    version: 1,
    messageImprint,
    nonce: new Integer({ valueHex: bufferOf(Buffer.from(nonce, 'hex')) }),
    certReq: true,
  });
  return new Uint8Array(request.toSchema().toBER());
}

/** What a response is compared with. */
export interface Expected {
  /** The bytes that were stamped. */
  readonly data: Uint8Array;
  /** Nonce of the request, hex; without one, it is not compared. */
  readonly nonce?: string;
  /** PEM of the authorities that the token's certificate must come from; without one, any certificate is accepted. */
  readonly authorities?: readonly string[];
}

/**
 * Verifies a response to a request for a time stamp: its status, what it stamps, the nonce, the signature and the
 * certificate, which must be valid at the stamped time and for time stamps alone.
 * @param response DER
 */
export async function readStamp(response: Uint8Array, expected: Expected): Promise<Result<Stamp, StampFault>> {
  const parsed = parse(response);
  if (!parsed.ok) return parsed;
  const { signed, info, signer } = parsed.value;
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  const imprint = createHash('sha256').update(expected.data).digest('hex');
  if (hashAlgorithm.algorithmId !== SHA_256 || hex(hashedMessage.valueBlock.valueHexView) !== imprint)
    return err('other-imprint');
  if (
    expected.nonce !== undefined &&
    (info.nonce === undefined || numberOf(info.nonce) !== BigInt(`0x${expected.nonce}`))
  )
    return err('other-nonce');
  const certificate = await signerOf(signed, expected.data);
  if (certificate === undefined || !isContentNamed(signer)) return err('not-signed');
  const at = info.genTime.getTime();
  const own = new X509Certificate(Buffer.from(certificate.toSchema().toBER()));
  if (!isForStamps(certificate) || !isNamed(signer, own) || !isValidAt(own, at)) return err('unfit-certificate');
  const sent = (signed.certificates ?? [])
    .filter((one) => one instanceof Certificate)
    .map((one) => new X509Certificate(Buffer.from(one.toSchema().toBER())));
  if (
    expected.authorities !== undefined &&
    !isIssuedBy(
      own,
      sent,
      expected.authorities.map((pem) => new X509Certificate(pem)),
      at,
    )
  )
    return err('untrusted');
  return ok({
    at,
    authority: own.fingerprint256.replaceAll(':', '').toLowerCase(),
    isTrusted: expected.authorities !== undefined,
  });
}

interface Parsed {
  readonly signed: SignedData;
  readonly info: TSTInfo;
  readonly signer: SignerInfo;
}

function parse(response: Uint8Array): Result<Parsed, StampFault> {
  try {
    const { status, timeStampToken } = TimeStampResp.fromBER(bufferOf(response));
    if (!GRANTED.includes(Number(status.status))) return err('rejected');
    if (timeStampToken?.contentType !== SIGNED_DATA) return err('unreadable');
    const signed = new SignedData({ schema: timeStampToken.content });
    if ((signed.certificates ?? []).length > MAX_CERTIFICATES) return err('unreadable');
    const { eContentType, eContent } = signed.encapContentInfo;
    const [signer, ...others] = signed.signerInfos;
    if (eContentType !== TST_INFO || eContent === undefined || signer === undefined || others.length > 0)
      return err('unreadable');
    const info = TSTInfo.fromBER(eContent.getValue());
    return info.version === 1 ? ok({ signed, info, signer }) : err('unreadable');
  } catch {
    // The library throws errors of several kinds for what is no DER or of another structure.
    return err('unreadable');
  }
}

/** The certificate whose key signed the token; undefined when none did. */
async function signerOf(signed: SignedData, data: Uint8Array): Promise<Certificate | undefined> {
  try {
    const { signatureVerified, signerCertificate } = await signed.verify(
      { signer: 0, data: bufferOf(data), extendedMode: true },
      crypto,
    );
    return signatureVerified === true ? (signerCertificate ?? undefined) : undefined;
  } catch {
    // The library rejects with its reason instead of returning it.
    return undefined;
  }
}

/** Values of a signed attribute. The library types them as `any`. */
function attribute({ signedAttrs }: SignerInfo, type: string): readonly unknown[] {
  return signedAttrs?.attributes.find((one) => one.type === type)?.values ?? [];
}

/**
 * Whether the signed attributes say that a time stamp is signed. Without attributes, another content could be meant.
 */
function isContentNamed(signer: SignerInfo): boolean {
  const [value] = attribute(signer, CONTENT_TYPE);
  return value instanceof ObjectIdentifier && value.getValue() === TST_INFO;
}

/** Whether a certificate is for time stamps and nothing else (RFC 3161, 2.3). */
function isForStamps({ extensions = [] }: Certificate): boolean {
  const usage = extensions.find(({ extnID }) => extnID === EXTENDED_KEY_USAGE);
  const purposes = usage?.parsedValue instanceof ExtKeyUsage ? usage.parsedValue.keyPurposes : [];
  return usage?.critical === true && purposes.length === 1 && purposes[0] === TIME_STAMPING;
}

/** Whether the signed attributes name the certificate (RFC 5816), so that no other one of the same key fits. */
function isNamed(signer: SignerInfo, certificate: X509Certificate): boolean {
  for (const [type, fallback] of [
    [SIGNING_CERTIFICATE_V2, 'sha256'],
    [SIGNING_CERTIFICATE, 'sha1'],
  ] as const) {
    const [value] = attribute(signer, type);
    const list = value instanceof Sequence ? value.valueBlock.value[0] : undefined;
    const first = list instanceof Sequence ? list.valueBlock.value[0] : undefined;
    if (!(first instanceof Sequence)) continue;
    const [head] = first.valueBlock.value;
    const algorithm =
      head instanceof Sequence ? DIGESTS[new AlgorithmIdentifier({ schema: head }).algorithmId] : fallback;
    const digest = first.valueBlock.value.find((one) => one instanceof OctetString);
    if (algorithm === undefined || digest === undefined) return false;
    return createHash(algorithm).update(certificate.raw).digest('hex') === hex(digest.valueBlock.valueHexView);
  }
  return false;
}

const isValidAt = ({ validFrom, validTo }: X509Certificate, at: number): boolean =>
  Date.parse(validFrom) <= at && at <= Date.parse(validTo);

/**
 * Whether a certificate is one of the trusted ones, or leads to one of them by certificates that are valid at a time.
 * Each certificate is followed once, so that many of the same name and key cost no more than their number squared.
 */
function isIssuedBy(
  certificate: X509Certificate,
  sent: readonly X509Certificate[],
  trusted: readonly X509Certificate[],
  at: number,
): boolean {
  const anchors = new Set(trusted.map(({ fingerprint256 }) => fingerprint256));
  const seen = new Set([certificate.fingerprint256]);
  const open = [certificate];
  for (const one of open) {
    if (anchors.has(one.fingerprint256)) return true;
    for (const issuer of [...trusted, ...sent]) {
      if (
        seen.has(issuer.fingerprint256) ||
        !issuer.ca ||
        !isValidAt(issuer, at) ||
        !one.checkIssued(issuer) ||
        !one.verify(issuer.publicKey)
      )
        continue;
      seen.add(issuer.fingerprint256);
      open.push(issuer);
    }
  }
  return false;
}
