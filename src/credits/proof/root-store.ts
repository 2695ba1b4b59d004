import { z } from 'zod';
import { defined } from '../../kernel/defined.shared.js';
import type { Revision, StreamName } from '../../kernel/event-sourcing/event.js';
import type { Collection, DocumentStore, PutResult } from '../../platform/documents/port.js';
import { ACCOUNT_PREFIX } from '../account/account.key.js';
import {
  prefixesOf,
  publicKey,
  rootBody,
  signedRoot,
  utcDay,
  type PublicKey,
  type RootBody,
  type RootsPage,
  type SignedRoot,
} from './root.shared.js';

const ROOTS = { name: 'credits_roots', indexes: [['state', 'day']] } as const;
const PROOFS = {
  name: 'credits_root_proofs',
  indexes: [
    ['stream', 'revision'],
    ['stream', 'at'],
  ],
} as const;
const KEYS = { name: 'credits_root_keys', indexes: [] } as const;
const PAGE = 1_000;

/**
 * `cut`: the number of events a day's root covers is settled, but the root is not signed yet. Without `prefixes`, it
 * becomes a root of version 1.
 */
const rootShape = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('cut'),
    day: utcDay,
    events: z.int().min(0),
    prefixes: z.array(z.string()).exactOptional(),
  }),
  z.object({ state: z.literal('signed'), day: utcDay, events: z.int().min(0), root: signedRoot }),
]);
type RootDocument = z.infer<typeof rootShape>;

/** The settled extent of a day's root: a number of events in the streams with these prefixes. */
export interface Settled {
  readonly events: number;
  readonly prefixes: readonly string[];
  readonly version: RootBody['version'];
}

function settledOf(document: RootDocument): Settled {
  if (document.state === 'signed') {
    const { body } = readRoot(document.root);
    return { events: document.events, prefixes: prefixesOf(body), version: body.version };
  }
  const { events, prefixes } = document;
  return prefixes === undefined ? { events, prefixes: [ACCOUNT_PREFIX], version: 1 } : { events, prefixes, version: 2 };
}

/** Inclusion proof of a stream's head in the tree of a day on which the stream moved. */
const proofShape = z.object({
  stream: z.string(),
  revision: z.int().min(0),
  day: utcDay,
  /** Time of the head's event, milliseconds since the epoch. */
  at: z.int(),
  index: z.int().min(0),
  /** Hashes in hex, in sequence. */
  path: z.string(),
});
export type ProofDocument = z.infer<typeof proofShape>;

/** A signed root and its parsed body. */
export interface ReadRoot {
  readonly signed: SignedRoot;
  readonly body: RootBody;
}

const readRoot = (signed: SignedRoot): ReadRoot => ({ signed, body: rootBody.parse(JSON.parse(signed.body)) });

/**
 * Roots, their proofs and the public keys, as write-once documents.
 * @throws StoreUnavailable
 */
export class RootStore {
  private constructor(
    private readonly roots: Collection<RootDocument>,
    private readonly kept: Collection<ProofDocument>,
    private readonly keys: Collection<PublicKey>,
  ) {}

  static async open(documents: DocumentStore): Promise<RootStore> {
    return new RootStore(
      await documents.collection(ROOTS, (stored) => rootShape.parse(stored)),
      await documents.collection(PROOFS, (stored) => proofShape.parse(stored)),
      await documents.collection(KEYS, (stored) => publicKey.parse(stored)),
    );
  }

  /** The newest signed root. */
  async newest(): Promise<ReadRoot | undefined> {
    const {
      items: [found],
    } = await this.roots.find({
      where: { state: 'signed' },
      order: { field: 'day', direction: 'descending' },
      limit: 1,
    });
    return found?.document.state === 'signed' ? readRoot(found.document.root) : undefined;
  }

  /** The oldest signed root. */
  async oldest(): Promise<ReadRoot | undefined> {
    const {
      items: [found],
    } = await this.roots.find({
      where: { state: 'signed' },
      order: { field: 'day', direction: 'ascending' },
      limit: 1,
    });
    return found?.document.state === 'signed' ? readRoot(found.document.root) : undefined;
  }

  /** The signed root of a day. */
  async signedOf(day: string): Promise<ReadRoot | undefined> {
    const document = (await this.roots.get(day))?.document;
    return document?.state === 'signed' ? readRoot(document.root) : undefined;
  }

  /**
   * Signed roots, newest first.
   * @param before only days before this one
   */
  async page(limit: number, before?: string): Promise<RootsPage> {
    const { items, next } = await this.roots.find({
      where: { state: 'signed' },
      ...(before === undefined ? {} : { range: { field: 'day', below: before } }),
      order: { field: 'day', direction: 'descending' },
      limit,
    });
    const roots = items.flatMap(({ document }) =>
      document.state === 'signed' ? [{ day: document.day, ...document.root }] : [],
    );
    const last = roots.at(-1);
    return { roots, ...(next === undefined || last === undefined ? {} : { next: last.day }) };
  }

  /**
   * Settles how many events a day's root covers. The first caller decides for all.
   * @param prefixes of the covered streams, sorted
   * @returns the settled extent
   */
  async settle(day: string, events: number, prefixes: readonly string[]): Promise<Settled> {
    const document: RootDocument = { state: 'cut', day, events, prefixes: [...prefixes] };
    const before = await this.settled(day);
    if (before !== undefined) return before;
    if ((await this.roots.put({ id: day, document, expectedVersion: 0 })) === 'written') return settledOf(document);
    return (await this.settled(day)) ?? settledOf(document);
  }

  /** The extent of a day's root, once settled. */
  async settled(day: string): Promise<Settled | undefined> {
    const found = (await this.roots.get(day))?.document;
    return found && settledOf(found);
  }

  /** The extent of a root that is settled but not signed. */
  async unsigned(): Promise<Settled | undefined> {
    const {
      items: [found],
    } = await this.roots.find({ where: { state: 'cut' }, limit: 1 });
    return found && settledOf(found.document);
  }

  /** Stores the signed root of a settled day. A conflict means that another process was first. */
  async keep({ signed, body: { day, events } }: ReadRoot): Promise<PutResult> {
    const before = await this.roots.get(day);
    if (before?.document.state !== 'cut') return 'conflict';
    return this.roots.put({
      id: day,
      document: { state: 'signed', day, events, root: signed },
      expectedVersion: before.version,
    });
  }

  /** Stores proofs, at most 1,000 per call. Existing proofs stay unchanged. */
  async keepProofs(proofs: readonly ProofDocument[]): Promise<void> {
    await this.kept.putMany(
      proofs.map((document) => ({ id: `${document.stream}@${document.revision}`, document, expectedVersion: 0 })),
    );
  }

  /** Proofs of a stream whose head is from this time or later, oldest first. */
  async *proofsSince(stream: StreamName, at: number): AsyncIterable<ProofDocument> {
    let after: string | undefined;
    do {
      const page = await this.kept.find({
        where: { stream },
        range: { field: 'at', above: at - 1 },
        order: { field: 'at', direction: 'ascending' },
        limit: PAGE,
        ...defined({ after }),
      });
      for (const { document } of page.items) yield document;
      after = page.next;
    } while (after !== undefined);
  }

  /** Every proof, stream by stream. */
  async *proofs(): AsyncIterable<ProofDocument> {
    let after: string | undefined;
    do {
      const page = await this.kept.find({
        order: { field: 'stream', direction: 'ascending' },
        limit: PAGE,
        ...defined({ after }),
      });
      for (const { document } of page.items) yield document;
      after = page.next;
    } while (after !== undefined);
  }

  /** Proof of a stream's head on the day of a root, if the stream moved on that day. */
  async proofAt(stream: StreamName, revision: Revision): Promise<ProofDocument | undefined> {
    return (await this.kept.get(`${stream}@${revision}`))?.document;
  }

  /** Publishes a key. Must happen before anything is signed with it. */
  async publish(key: PublicKey): Promise<void> {
    if ((await this.keys.get(key.kid)) === undefined)
      await this.keys.put({ id: key.kid, document: key, expectedVersion: 0 });
  }

  /** Every key that has signed or was about to sign. */
  async published(): Promise<readonly PublicKey[]> {
    return (await this.keys.find({ limit: PAGE })).items.map(({ document }) => document);
  }

  async key(kid: string): Promise<PublicKey | undefined> {
    return (await this.keys.get(kid))?.document;
  }
}
