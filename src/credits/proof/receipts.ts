import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Inject } from '@nestjs/common';
import { decodeMetadata } from '../../kernel/event-sourcing/chain.js';
import { defined } from '../../kernel/defined.shared.js';
import type { RecordedEvent, Revision, StreamName } from '../../kernel/event-sourcing/event.js';
import type { EventStore } from '../../platform/event-store/port.js';
import { EVENT_STORE } from '../../platform/tokens.js';
import { accountStream, type AccountKey } from '../account/account.key.js';
import { CreditsReads } from '../queries.js';
import { lineKey } from '../statement/statement.projection.js';
import { RECEIPT_BYTES, RECEIPT_EVENTS } from './limits.shared.js';
import { partOf, type Receipt, type ReceiptKind } from './receipt.shared.js';
import type { PublicKey, SignedRoot } from './root.shared.js';
import { RootStore, type ProofDocument } from './root-store.js';

const READ_AT_ONCE = 200;

/**
 * `unknown`: the account has no such line. `too-long`: the account has more events in that range than a receipt can
 * hold.
 */
export type ReceiptAnswer =
  | { readonly outcome: 'receipt'; readonly receipt: Receipt }
  | { readonly outcome: 'unknown' }
  | { readonly outcome: 'too-long' };

/**
 * Receipt of a statement line, proved by the first root that covers the whole line; without a proof until such a root
 * exists.
 */
export class GetReceipt extends Query<ReceiptAnswer> {
  constructor(
    readonly account: AccountKey,
    readonly line: { readonly kind: ReceiptKind; readonly id: string },
  ) {
    super();
  }
}

@QueryHandler(GetReceipt)
export class GetReceiptHandler implements IQueryHandler<GetReceipt> {
  constructor(
    private readonly reads: CreditsReads,
    private readonly roots: RootStore,
    @Inject(EVENT_STORE) private readonly events: EventStore,
  ) {}

  /** @throws StoreUnavailable */
  async execute({ account, line }: GetReceipt): Promise<ReceiptAnswer> {
    const stream = accountStream(account);
    const [stated] = await this.reads.statement.getMany([lineKey(stream, line.kind, line.id)]);
    if (stated === undefined) return { outcome: 'unknown' };
    const last = Math.max(stated.at, ...stated.steps.map((step) => step.at));
    const proof = await this.covering(stream, line, last);
    const events = await this.chain(stream, line, stated.at, proof?.document.revision);
    if (events === 'too-long') return { outcome: 'too-long' };
    const [first] = events;
    if (first === undefined) return { outcome: 'unknown' };
    return {
      outcome: 'receipt',
      receipt: {
        kind: 'kinora-receipt',
        version: 1,
        stream,
        line: { kind: line.kind, id: line.id },
        from: first.revision,
        events: events.map(({ type, data, metadata }) => ({ type, data, metadata })),
        ...defined({ proof: proof?.inclusion }),
      },
    };
  }

  /**
   * The first signed root that covers the line's last event.
   * @param last time of that event
   */
  private async covering(
    stream: StreamName,
    line: Receipt['line'],
    last: number,
  ): Promise<{ readonly document: ProofDocument; readonly inclusion: NonNullable<Receipt['proof']> } | undefined> {
    for await (const document of this.roots.proofsSince(stream, last)) {
      if (await this.goesOn(stream, line, document.revision, last)) continue;
      const root = await this.roots.signedOf(document.day);
      const key = root && (await this.roots.key(root.body.kid));
      // Proofs are stored before their root is signed, and roots can be lost. A newer root covers the line, too.
      if (root === undefined || key === undefined) continue;
      return {
        document,
        inclusion: { index: document.index, path: document.path.match(/.{64}/g) ?? [], root: root.signed, key },
      };
    }
    return undefined;
  }

  /** Whether the line has an event after a revision. Only an event of the same millisecond is possible. */
  private async goesOn(stream: StreamName, line: Receipt['line'], revision: Revision, last: number): Promise<boolean> {
    for (let from = revision + 1; ; from += READ_AT_ONCE) {
      const events = await this.events.readStream(stream, { from, limit: READ_AT_ONCE });
      for (const event of events) {
        if (decodeMetadata(event.metadata).at > last) return false;
        if (belongs(line, event) !== undefined) return true;
      }
      if (events.length < READ_AT_ONCE) return false;
    }
  }

  /**
   * The events from the line's opening to a revision, or to the end of the stream.
   * @param opened time at which the line was opened
   */
  private async chain(
    stream: StreamName,
    line: Receipt['line'],
    opened: number,
    to: Revision | undefined,
  ): Promise<readonly RecordedEvent[] | 'too-long'> {
    const backwards: RecordedEvent[] = [];
    let bytes = 0;
    for (let from = to; from === undefined || from >= 0; from = (backwards.at(-1)?.revision ?? 0) - 1) {
      const events = await this.events.readStream(stream, {
        direction: 'backwards',
        limit: READ_AT_ONCE,
        ...defined({ from }),
      });
      for (const event of events) {
        if (decodeMetadata(event.metadata).at < opened) return [];
        backwards.push(event);
        // Nesting text in JSON at most doubles its length.
        bytes += 2 * (event.data.length + event.metadata.length);
        if (bytes > RECEIPT_BYTES || backwards.length > RECEIPT_EVENTS) return 'too-long';
        if (belongs(line, event)?.opens === true) return backwards.reverse();
      }
      if (events.length === 0) return [];
    }
    return [];
  }
}

/**
 * The published keys, and the root of a day.
 * @param day e.g. `2026-11-20`; no root without a day, or when the day has none
 */
export class GetPublished extends Query<{ readonly keys: readonly PublicKey[]; readonly root: SignedRoot | null }> {
  constructor(readonly day: string | undefined) {
    super();
  }
}

@QueryHandler(GetPublished)
export class GetPublishedHandler implements IQueryHandler<GetPublished> {
  constructor(private readonly roots: RootStore) {}

  /** @throws StoreUnavailable */
  async execute({
    day,
  }: GetPublished): Promise<{ readonly keys: readonly PublicKey[]; readonly root: SignedRoot | null }> {
    return {
      keys: await this.roots.published(),
      root: (day === undefined ? undefined : await this.roots.signedOf(day))?.signed ?? null,
    };
  }
}

function belongs(line: Receipt['line'], { type, data }: RecordedEvent): ReturnType<typeof partOf> {
  const read: unknown = JSON.parse(data);
  return partOf(line, type, read);
}
