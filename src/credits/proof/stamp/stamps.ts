import { X509Certificate } from 'node:crypto';
import { z } from 'zod';
import type { Clock, Millis } from '../../../kernel/clock.js';
import { defined } from '../../../kernel/defined.shared.js';
import type { Result } from '../../../kernel/result.js';
import type { Collection, DocumentStore } from '../../../platform/documents/port.js';
import type { Random } from '../../../platform/random.js';
import { decide } from '../../../platform/documents/update.js';
import { StoreUnavailable } from '../../../platform/unavailable.js';
import { rootFile, utcDay } from '../root.shared.js';
import type { ReadRoot, RootStore } from '../root-store.js';
import type { AskAuthority } from './authority.js';
import { stampFailure, type Stamp, type StampFailure, type StampFault } from './stamp.shared.js';

const STAMPS = { name: 'credits_root_stamps', indexes: [['day']] } as const;
/** One document about the last try; `failure` is null once a try succeeded. */
const TRIES = { name: 'credits_root_stamp_tries', indexes: [] } as const;
const LAST = 'last';
const triesDocument = z.object({ failure: stampFailure.nullable() });
const PAGE = 500;
/** Roots that are stamped in one pass, so that a pass ends. */
const AT_ONCE = 30;
const NONCE_BYTES = 8;
/** The stated time may differ by this much from the time of the request, because clocks differ. */
const TOLERANCE_MS: Millis = 300_000;

/** `response` is the authority's answer in DER, base64; the other members follow from it and are stored for display. */
const stampDocument = z.object({
  day: utcDay,
  response: z.string(),
  at: z.int(),
  authority: z.string(),
  isTrusted: z.boolean(),
});
type StampDocument = z.infer<typeof stampDocument>;

/** A stored time stamp. `response` is the authority's answer in DER, the content of a `.tsr` file. */
export interface KeptStamp extends Stamp {
  readonly day: string;
  readonly response: Uint8Array;
}

export interface StampParts {
  readonly store: Pick<RootStore, 'page' | 'signedOf'>;
  /** Undefined when no authority is configured. */
  readonly ask: AskAuthority | undefined;
  /** PEM of the certificates that a token's certificate must lead to; undefined when none are configured. */
  readonly authorities: readonly string[] | undefined;
  readonly random: Pick<Random, 'hex'>;
  /** The time of day, which the sandbox does not move. */
  readonly clock: Clock;
}

/** The authority's answer was no time stamp of the root. It is asked again later, like one that is unavailable. */
export class StampRefused extends StoreUnavailable {
  constructor(
    readonly day: string,
    readonly fault: StampFault,
  ) {
    super('time-stamp authority', 'failed', `its answer for the root of ${day} is not accepted: ${fault}`);
    this.name = 'StampRefused';
  }
}

const keptOf = ({ response, ...stamp }: StampDocument): KeptStamp => ({
  ...stamp,
  response: Buffer.from(response, 'base64'),
});
const bytesOf = (root: ReadRoot): Uint8Array => Buffer.from(rootFile(root.body.day, root.signed));

/**
 * Time stamps of signed roots (adr/0081): an authority outside the installation confirms that a root existed at a time.
 * @throws StoreUnavailable from every call
 */
export class RootStamps {
  private constructor(
    private readonly stamps: Collection<StampDocument>,
    private readonly tries: Collection<z.infer<typeof triesDocument>>,
    private readonly parts: StampParts,
  ) {}

  static async open(documents: DocumentStore, parts: StampParts): Promise<RootStamps> {
    return new RootStamps(
      await documents.collection(STAMPS, (stored) => stampDocument.parse(stored)),
      await documents.collection(TRIES, (stored) => triesDocument.parse(stored)),
      parts,
    );
  }

  /** Whether an authority is configured. */
  get isConfigured(): boolean {
    return this.parts.ask !== undefined;
  }

  /** PEM of the certificates that tokens must lead to, if configured. */
  get authorities(): readonly string[] | undefined {
    return this.parts.authorities;
  }

  /**
   * Stamps the signed roots that have none, oldest first. Roots before the oldest stamped one are left out: a stamped
   * root contains the hash of the one before it, so its stamp covers them. At first, only the newest root is stamped.
   * @returns the days that were stamped
   * @throws StoreUnavailable when the authority cannot be reached or answers otherwise; what was stamped before stays
   */
  async stampDue(): Promise<readonly string[]> {
    const { ask } = this.parts;
    if (ask === undefined) return [];
    const due = await this.due();
    for (const root of due) {
      const { day } = root.body;
      try {
        await this.stamp(root, ask);
      } catch (error) {
        await this.note({
          at: this.parts.clock.now(),
          day,
          fault: error instanceof StampRefused ? error.fault : 'unavailable',
        });
        throw error;
      }
    }
    if (due.length > 0) await this.note(null);
    return due.map(({ body: { day } }) => day);
  }

  /** Why the last try failed; undefined when it succeeded or there was none. */
  async failure(): Promise<StampFailure | undefined> {
    return (await this.tries.get(LAST))?.document.failure ?? undefined;
  }

  private async note(failure: StampFailure | null): Promise<void> {
    await decide(this.tries, LAST, () => ({ answer: undefined, write: { document: { failure } } }));
  }

  private async due(): Promise<readonly ReadRoot[]> {
    const {
      items: [first],
    } = await this.stamps.find({ order: { field: 'day', direction: 'ascending' }, limit: 1 });
    const due: string[] = [];
    let before: string | undefined;
    do {
      const { roots, next } = await this.parts.store.page(first === undefined ? 1 : PAGE, before);
      const since = roots.filter(({ day }) => first === undefined || day > first.document.day).map(({ day }) => day);
      const known = new Set((await this.stamps.getMany(since)).map(({ document: { day } }) => day));
      due.push(...since.filter((day) => !known.has(day)));
      before = first === undefined || since.length < roots.length ? undefined : next;
    } while (before !== undefined);
    const roots = await Promise.all(
      due
        .toReversed()
        .slice(0, AT_ONCE)
        .map((day) => this.parts.store.signedOf(day)),
    );
    return roots.filter((root) => root !== undefined);
  }

  private async stamp(root: ReadRoot, ask: AskAuthority): Promise<void> {
    // Loaded on demand: most installations have no authority.
    const { stampRequest, readStamp } = await import('./token.js');
    const { day } = root.body;
    const data = bytesOf(root);
    const nonce = (BigInt(`0x${this.parts.random.hex(NONCE_BYTES)}`) >> 1n).toString(16).padStart(2 * NONCE_BYTES, '0');
    const since = this.parts.clock.now();
    const response = await ask(stampRequest(data, nonce));
    const read = await readStamp(response, { data, nonce, ...defined({ authorities: this.parts.authorities }) });
    if (!read.ok) throw new StampRefused(day, read.error);
    const { at } = read.value;
    if (at < since - TOLERANCE_MS || at > this.parts.clock.now() + TOLERANCE_MS)
      throw new StampRefused(day, 'other-time');
    // A conflict means that another process stamped it. Both tokens are valid, and the first one stays.
    await this.stamps.put({
      id: day,
      document: { day, response: Buffer.from(response).toString('base64'), ...read.value },
      expectedVersion: 0,
    });
  }

  /** The time stamp of a day's root. */
  async of(day: string): Promise<KeptStamp | undefined> {
    const found = await this.stamps.get(day);
    return found && keptOf(found.document);
  }

  /** The stamps of these days' roots that exist. @param days at most 1,000 */
  async among(days: readonly string[]): Promise<readonly KeptStamp[]> {
    return (await this.stamps.getMany(days)).map(({ document }) => keptOf(document));
  }

  /** Every stamp, oldest day first. */
  async *all(): AsyncIterable<KeptStamp> {
    let after: string | undefined;
    do {
      const { items, next } = await this.stamps.find({
        order: { field: 'day', direction: 'ascending' },
        limit: PAGE,
        ...defined({ after }),
      });
      for (const { document } of items) yield keptOf(document);
      after = next;
    } while (after !== undefined);
  }
}

/**
 * Verifies a time stamp of a root.
 * @param response the authority's answer, DER
 * @param authorities PEM of trusted certificates; without one, any certificate for time stamps is accepted
 */
export async function verifyStamp(
  root: ReadRoot,
  response: Uint8Array,
  authorities: readonly string[] | undefined,
): Promise<Result<Stamp, StampFault>> {
  const { readStamp } = await import('./token.js');
  return readStamp(response, { data: bytesOf(root), ...defined({ authorities }) });
}

/** The certificates in a PEM file. @throws Error with an operator message when there are none, or one cannot be read */
export function certificatesIn(pem: string, path: string): readonly string[] {
  const found = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (found.length === 0 || !found.every(isCertificate))
    throw new Error(`${path} does not contain certificates in PEM.`);
  return found;
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
