import { Integer, ObjectIdentifier, OctetString, Sequence, UTCTime } from 'asn1js';
import { createHash, webcrypto } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import 'reflect-metadata';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  X509CertificateGenerator,
  type X509Certificate,
} from '@peculiar/x509';
import {
  Attribute,
  Certificate,
  ContentInfo,
  CryptoEngine,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  MessageImprint,
  PKIStatusInfo,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';

const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
} as const;
const TST_INFO = '1.2.840.113549.1.9.16.1.4';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const DAY_MS = 86_400_000;

const crypto = new CryptoEngine({ name: 'node', crypto: webcrypto as Crypto }); // the same interface, declared by Node and by the DOM
const ofBuffer = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

/** The constructor would split the content, which DER forbids. */
function contentOf(info: ArrayBuffer): EncapsulatedContentInfo {
  const content = new EncapsulatedContentInfo({ eContentType: TST_INFO });
  content.eContent = new OctetString({ valueHex: info });
  return content;
}

/**
 * How an authority misbehaves. `unfit`: its certificate is for something else. `same-certificates`: eight more, of the
 * root's name and key; `many-certificates`: twelve.
 */
export type Fault =
  | 'none'
  | 'wrong-nonce'
  | 'wrong-imprint'
  | 'rejection'
  | 'garbage'
  | 'hang'
  | 'huge'
  | 'unavailable'
  | 'forged-time'
  | 'old-time'
  | 'unfit'
  | 'same-certificates'
  | 'many-certificates';
const MORE_CERTIFICATES: Partial<Record<Fault, number>> = { 'same-certificates': 8, 'many-certificates': 12 };

/** A time-stamp authority with a certification authority of its own. */
export class StampAuthority {
  fault: Fault = 'none';
  /** Requests answered so far. */
  requests = 0;
  private server: Server | undefined;

  private constructor(
    /** PEM of the certification authority. */
    readonly root: string,
    private readonly keys: webcrypto.CryptoKeyPair,
    private readonly certificates: {
      readonly fit: Certificate;
      readonly unfit: Certificate;
      readonly roots: readonly Certificate[];
    },
    private readonly now: () => number,
  ) {}

  /**
   * @param now milliseconds since the epoch, for each stamp
   * @param madeAt time from which the certificates are valid, less a day
   */
  static async create(now: () => number, madeAt = now()): Promise<StampAuthority> {
    const [rootKeys, keys] = [
      await webcrypto.subtle.generateKey(RSA, true, ['sign', 'verify']),
      await webcrypto.subtle.generateKey(RSA, true, ['sign', 'verify']),
    ];
    const validity = {
      notBefore: new Date(madeAt - DAY_MS),
      notAfter: new Date(madeAt + 3_650 * DAY_MS),
      signingAlgorithm: RSA,
      signingKey: rootKeys.privateKey,
    };
    const issuer = 'CN=Test time-stamp root';
    const rootOf = (serialNumber: string): Promise<X509Certificate> =>
      X509CertificateGenerator.create({
        ...validity,
        serialNumber,
        subject: issuer,
        issuer,
        publicKey: rootKeys.publicKey,
        extensions: [
          new BasicConstraintsExtension(true, 0, true),
          new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
        ],
      });
    const root = await rootOf('01');
    const roots: Certificate[] = [];
    for (let number = 10; number < 22; number += 1)
      roots.push(Certificate.fromBER((await rootOf(String(number))).rawData));
    const issued = async (serialNumber: string, usage: ExtendedKeyUsageExtension): Promise<Certificate> => {
      const made = await X509CertificateGenerator.create({
        ...validity,
        serialNumber,
        subject: 'CN=Test time-stamp authority',
        issuer,
        publicKey: keys.publicKey,
        extensions: [
          new BasicConstraintsExtension(false, undefined, true),
          new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
          usage,
        ],
      });
      return Certificate.fromBER(made.rawData);
    };
    const fit = await issued('02', new ExtendedKeyUsageExtension([TIME_STAMPING], true));
    const unfit = await issued('03', new ExtendedKeyUsageExtension(['1.3.6.1.5.5.7.3.4'], true));
    return new StampAuthority(PemConverter.encode(root.rawData, 'CERTIFICATE'), keys, { fit, unfit, roots }, now);
  }

  /** Answers a request in DER, with the fault that is set. */
  async answer(request: Uint8Array): Promise<Uint8Array> {
    this.requests += 1;
    if (this.fault === 'garbage') return Buffer.from('<html>not a time stamp</html>');
    if (this.fault === 'huge') return Buffer.alloc(1_000_000, 48);
    if (this.fault === 'rejection')
      return new Uint8Array(new TimeStampResp({ status: new PKIStatusInfo({ status: 2 }) }).toSchema().toBER());
    const { messageImprint, nonce } = TimeStampReq.fromBER(ofBuffer(request));
    const info = new TSTInfo({
      version: 1,
      policy: '1.2.3.4.1',
      serialNumber: new Integer({ value: this.requests }),
      genTime: new Date(this.now() - (this.fault === 'old-time' ? DAY_MS / 2 : 0)),
      messageImprint:
        this.fault === 'wrong-imprint'
          ? new MessageImprint({
              hashAlgorithm: messageImprint.hashAlgorithm,
              hashedMessage: new OctetString({ valueHex: new ArrayBuffer(32) }),
            })
          : messageImprint,
    });
    const answered = this.fault === 'wrong-nonce' ? new Integer({ value: 12_345 }) : nonce;
    if (answered !== undefined) info.nonce = answered;
    const signed = await this.sign(
      info.toSchema().toBER(),
      this.fault === 'unfit' ? this.certificates.unfit : this.certificates.fit,
    );
    if (this.fault === 'forged-time') {
      info.genTime = new Date(this.now() - 60_000);
      signed.encapContentInfo = contentOf(info.toSchema().toBER());
    }
    const token = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signed.toSchema(true) });
    return new Uint8Array(
      new TimeStampResp({ status: new PKIStatusInfo({ status: 0 }), timeStampToken: token }).toSchema().toBER(),
    );
  }

  private async sign(content: ArrayBuffer, certificate: Certificate): Promise<SignedData> {
    const digest = createHash('sha256').update(new Uint8Array(content)).digest();
    const named = createHash('sha256')
      .update(new Uint8Array(certificate.toSchema(true).toBER()))
      .digest();
    const signer = new SignerInfo({
      version: 1,
      sid: new IssuerAndSerialNumber({ issuer: certificate.issuer, serialNumber: certificate.serialNumber }),
      signedAttrs: new SignedAndUnsignedAttributes({
        type: 0,
        attributes: [
          new Attribute({ type: '1.2.840.113549.1.9.3', values: [new ObjectIdentifier({ value: TST_INFO })] }),
          new Attribute({ type: '1.2.840.113549.1.9.5', values: [new UTCTime({ valueDate: new Date(this.now()) })] }),
          new Attribute({ type: '1.2.840.113549.1.9.4', values: [new OctetString({ valueHex: ofBuffer(digest) })] }),
          new Attribute({
            type: '1.2.840.113549.1.9.16.2.47',
            values: [
              new Sequence({
                value: [
                  new Sequence({ value: [new Sequence({ value: [new OctetString({ valueHex: ofBuffer(named) })] })] }),
                ],
              }),
            ],
          }),
        ],
      }),
    });
    const signed = new SignedData({
      version: 3,
      encapContentInfo: contentOf(content),
      signerInfos: [signer],
      certificates: [certificate, ...this.certificates.roots.slice(0, MORE_CERTIFICATES[this.fault] ?? 0)],
    });
    await signed.sign(this.keys.privateKey, 0, 'SHA-256', undefined, crypto);
    return signed;
  }

  /** Serves over HTTP. @returns its address */
  async listen(): Promise<string> {
    const server = createServer((request, reply) => {
      const parts: Buffer[] = [];
      request
        .on('data', (part: Buffer) => parts.push(part))
        .on('end', () => {
          if (this.fault === 'hang') return;
          if (this.fault === 'unavailable') return void reply.writeHead(503).end();
          void this.answer(Buffer.concat(parts)).then(
            (answer) => reply.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(answer),
            () => reply.writeHead(500).end(),
          );
        });
    });
    this.server = server;
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the authority has no port');
    return `http://127.0.0.1:${address.port}/tsa`;
  }

  async close(): Promise<void> {
    const { server } = this;
    server?.closeAllConnections();
    await new Promise<void>((closed) => (server === undefined ? closed() : server.close(() => closed())));
  }
}
