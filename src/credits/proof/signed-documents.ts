import { createHash } from 'node:crypto';
import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import { dayAfter, thumbprintText, type PublicKey, type SignedRoot } from './root.shared.js';
import { RootStore } from './root-store.js';
import { bodyHash, type SigningKey, type SignedKind } from './signing-key.js';

export { signatureOf } from './check/against-kept.js';

/** A document as it was signed, with the key that verifies it. */
export interface SignedDocument extends SignedRoot {
  readonly key: PublicKey;
}

/** Signs documents with the key of the daily roots. */
export class DocumentSigner {
  constructor(
    private readonly key: SigningKey,
    private readonly roots: Pick<RootStore, 'publish'>,
  ) {}

  /** @throws StoreUnavailable */
  async sign(kind: SignedKind, content: Readonly<Record<string, unknown>>): Promise<SignedDocument> {
    await this.roots.publish(this.key.publicKey);
    return { ...this.key.signDocument(kind, content), key: this.key.publicKey };
  }
}

/** Signs a document of another context as canonical JSON, with its kind and the key's id. */
export class SignDocument extends Command<SignedDocument> {
  constructor(
    readonly kind: SignedKind,
    readonly content: Readonly<Record<string, unknown>>,
  ) {
    super();
  }
}

@CommandHandler(SignDocument)
export class SignDocumentHandler implements ICommandHandler<SignDocument> {
  constructor(private readonly signer: DocumentSigner) {}

  /** @throws StoreUnavailable */
  execute({ kind, content }: SignDocument): Promise<SignedDocument> {
    return this.signer.sign(kind, content);
  }
}

/** Every key that the ledger has published. */
export class GetSigningKeys extends Query<readonly PublicKey[]> {}

@QueryHandler(GetSigningKeys)
export class GetSigningKeysHandler implements IQueryHandler<GetSigningKeys> {
  constructor(private readonly roots: RootStore) {}

  /** @throws StoreUnavailable */
  execute(): Promise<readonly PublicKey[]> {
    return this.roots.published();
  }
}

/** Signed roots of a range of days. */
export interface RootDays {
  /** Days without a root, from the day of the oldest root on, in order; the last day also before it. */
  readonly missing: readonly string[];
  /** The root of the last day; null when it is not signed. */
  readonly last: {
    readonly day: string;
    readonly hash: string;
    readonly kid: string;
    readonly events: number;
    readonly streams: number;
  } | null;
  /** Whether the root of the last day is still to come. It never is once a later day has one. */
  readonly isLastDue: boolean;
}

/** Which days have a signed root. Both days are inclusive, `YYYY-MM-DD`. Without any root, all of them are missing. */
export class GetRootDays extends Query<RootDays> {
  constructor(
    readonly from: string,
    readonly to: string,
  ) {
    super();
  }
}

@QueryHandler(GetRootDays)
export class GetRootDaysHandler implements IQueryHandler<GetRootDays> {
  constructor(private readonly roots: RootStore) {}

  /** @throws StoreUnavailable */
  async execute({ from, to }: GetRootDays): Promise<RootDays> {
    const oldest = (await this.roots.oldest())?.body.day ?? from;
    const newest = (await this.roots.newest())?.body.day ?? '';
    const missing: string[] = [];
    let last: RootDays['last'] = null;
    // Without events there is no root, so that days before the oldest one lack none. A caller needs the last day.
    const first = oldest < to ? oldest : to;
    for (let day = first > from ? first : from; day <= to; day = dayAfter(day)) {
      const root = await this.roots.signedOf(day);
      if (root === undefined) missing.push(day);
      else if (day === to)
        last = {
          day,
          hash: bodyHash(root.signed.body),
          kid: root.body.kid,
          events: root.body.events,
          streams: root.body.streams,
        };
    }
    return { missing, last, isLastDue: last === null && newest <= to };
  }
}

/** Whether a key has the id that follows from it (RFC 7638). */
export const isKeyItself = ({ x, kid }: PublicKey): boolean =>
  createHash('sha256').update(thumbprintText(x)).digest('base64url') === kid;
