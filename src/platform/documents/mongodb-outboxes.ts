import { randomInt, randomUUID } from 'node:crypto';
import type { Db, Collection as DriverCollection } from 'mongodb';
import type { Clock } from '../../kernel/clock.js';
import { Emitter } from '../emitter.js';
import type { Signals } from '../signals/port.js';
import { call, forEach, isDuplicateKey } from './mongodb-calls.js';
import type { Indexes } from './mongodb-indexes.js';
import type { Stored, StoredMessage } from './mongodb-stored.js';
import { readStored, withoutMessages } from './mongodb-stored.js';
import { parseJson } from './json.js';
import type { OutboxMessage, PendingMessage } from './port.js';

/** Registry of collections that have ever held a message. The name cannot collide with a collection of the port. */
const REGISTER = '_outboxes';
const CHANNEL = 'documents.messages';
const INDEX = 'pending_messages';
const REGISTER_WAIT_MS = 6_000;
const AT_ONCE = 16;
/** Cached positions of delivered messages; others are looked up. */
const MAX_POSITIONS = 20_000;
/** 2025-01-01, UTC. */
const EPOCH = Date.UTC(2025, 0, 1);
/** Sequences per millisecond; with this factor they remain safe integers until the year 2094. */
const PER_MS = 4_096;

interface MessageLocation {
  readonly collection: string;
  readonly documentId: string;
}

/** The messages embedded in the documents of every collection. */
export class Outboxes {
  private readonly registered = new Set<string>();
  private readonly positions = new Map<string, MessageLocation>();
  private readonly hints = new Emitter();
  private readonly self = randomUUID();
  /** Offset that makes equal sequences of two processes in the same millisecond unlikely. */
  private readonly tag = randomInt(PER_MS);
  private last = 0;
  private readonly stopHearing: () => void;

  constructor(
    private readonly db: Db,
    private readonly indexes: Indexes,
    private readonly clock: Clock,
    private readonly signals: Signals,
  ) {
    this.stopHearing = signals.subscribe(CHANNEL, (from) => {
      if (from !== this.self) this.hints.emit();
    });
  }

  close(): void {
    this.stopHearing();
  }

  listen(listener: () => void): () => void {
    return this.hints.subscribe(listener);
  }

  /** Notifies this process and the others of new messages. */
  notify(): void {
    this.hints.emit();
    this.signals.publish(CHANNEL, this.self);
  }

  /** A sequence greater than `above` and all known sequences; follows the clock when that is ahead. */
  readonly number = (above: number): number => {
    this.last = Math.max(above + 1, this.last + 1, (this.clock.now() - EPOCH) * PER_MS + this.tag);
    return this.last;
  };

  /** Must run before a collection's first message is written: readers look only into registered collections. */
  async register(collection: string): Promise<void> {
    if (this.registered.has(collection)) return;
    // The index on a large collection takes longer than a write may: writes fail with a retryable error until it
    // exists.
    await this.indexes.ensure(collection, [{ name: INDEX, key: { q: 1, l: 1 }, sparse: true }], REGISTER_WAIT_MS);
    await call(async () => {
      try {
        await this.db
          .collection<{ _id: string }>(REGISTER)
          .updateOne({ _id: collection }, { $setOnInsert: { since: new Date(this.clock.now()) } }, { upsert: true });
      } catch (error) {
        // Another process registered it at the same time.
        if (!isDuplicateKey(error)) throw error;
      }
    });
    this.registered.add(collection);
  }

  /** The collections that may hold messages. @throws StoreUnavailable */
  async collections(): Promise<readonly string[]> {
    const found = await call(() => this.db.collection<{ _id: string }>(REGISTER).find().toArray());
    return found.map(({ _id }) => _id);
  }

  /** See the port. Reads only documents that hold messages. */
  async pending(limit: number, after: number): Promise<readonly PendingMessage[]> {
    const collections = await this.collections();
    const found = await forEach(collections, AT_ONCE, (name) => this.pendingOf(name, limit, after));
    const ordered = found.flat().sort((a, b) => a.sequence - b.sequence);
    // Two processes may have used the same sequence; the next page starts after it, so all of its messages must be
    // included.
    const end = ordered[limit - 1]?.sequence ?? Infinity;
    const messages = ordered.filter(({ sequence }) => sequence <= end);
    if (this.positions.size > MAX_POSITIONS) this.positions.clear();
    for (const { id, collection, documentId } of messages) this.positions.set(id, { collection, documentId });
    this.last = Math.max(this.last, messages.at(-1)?.sequence ?? 0);
    return messages;
  }

  async settle(ids: readonly string[]): Promise<void> {
    const unknown = ids.filter((id) => !this.positions.has(id));
    if (unknown.length > 0) await this.locate(unknown);
    const byDocument = new Map<string, MessageLocation & { readonly ids: Set<string> }>();
    for (const id of ids) {
      const place = this.positions.get(id);
      if (place === undefined) continue;
      const key = `${place.collection}/${place.documentId}`;
      const known = byDocument.get(key);
      if (known === undefined) byDocument.set(key, { ...place, ids: new Set([id]) });
      else known.ids.add(id);
    }
    await forEach([...byDocument.values()], AT_ONCE, (place) => this.settleDocument(place));
    for (const id of ids) this.positions.delete(id);
  }

  /** The messages of a document in the port's form. */
  messagesOf({ o = [] }: Pick<Stored, 'o'>): readonly OutboxMessage[] {
    return o.map(({ id, type, data }) => ({ id, type, data: parseJson(data) }));
  }

  private documents(collection: string): DriverCollection<Stored> {
    return this.db.collection<Stored>(collection);
  }

  /**
   * Finds documents whose first message is after the position (as many as messages are wanted), documents with messages
   * before and after it, and all whose first message shares the last sequence. The second group is read first, because
   * documents only move from the first group into it.
   */
  private async pendingOf(collection: string, limit: number, after: number): Promise<readonly PendingMessage[]> {
    const documents = this.documents(collection);
    const projection = { v: 1, w: 1, o: 1, q: 1 };
    const overlapping =
      after > 0
        ? await call(() => documents.find({ q: { $gt: 0, $lte: after }, l: { $gt: after } }, { projection }).toArray())
        : [];
    const others = await call(() =>
      documents
        .find({ q: { $gt: after } }, { projection })
        .sort({ q: 1 })
        .limit(limit)
        .toArray(),
    );
    const last = others.length < limit ? undefined : others.at(-1)?.q;
    const equals = last === undefined ? [] : await call(() => documents.find({ q: last }, { projection }).toArray());
    const latest = new Map(
      [...overlapping, ...others, ...equals].map(readStored).map((stored) => [stored._id, stored]),
    );
    return [...latest.values()].flatMap(({ _id, o = [] }) =>
      o.filter(({ s }) => s > after).map((message) => asPending(message, collection, _id)),
    );
  }

  private async locate(ids: readonly string[]): Promise<void> {
    const wanted = new Set(ids);
    for (const collection of await this.collections()) {
      const holders = await call(() =>
        this.documents(collection)
          .find({ q: { $gt: 0 }, 'o.id': { $in: [...ids] } }, { projection: { v: 1, w: 1, o: 1 } })
          .toArray(),
      );
      for (const { _id, o = [] } of holders.map(readStored)) {
        for (const { id } of o) if (wanted.has(id)) this.positions.set(id, { collection, documentId: _id });
      }
    }
  }

  /**
   * Removes settled messages by compare-and-set until none is left, so that concurrent writes are kept. Has its own
   * retry loop below the port: unsettled messages would be delivered again (adr/0070).
   */
  private async settleDocument({
    collection,
    documentId,
    ids,
  }: MessageLocation & { readonly ids: ReadonlySet<string> }): Promise<void> {
    const documents = this.documents(collection);
    for (;;) {
      const row = await call(() => documents.findOne({ _id: documentId }));
      if (row === null) return;
      const found = readStored(row);
      if (!(found.o ?? []).some(({ id }) => ids.has(id))) return;
      const { o, q, l } = withoutMessages(found, ids);
      const unchanged = { _id: documentId, w: found.w };
      const w = randomUUID();
      const settled = await call(async () => {
        if (o !== undefined && q !== undefined && l !== undefined)
          return (await documents.updateOne(unchanged, { $set: { o, q, l, w } })).matchedCount;
        if (found.v === 0) return (await documents.deleteOne(unchanged)).deletedCount;
        return (await documents.updateOne(unchanged, { $set: { w }, $unset: { o: '', q: '', l: '' } })).matchedCount;
      });
      if (settled === 1) return;
    }
  }
}

function asPending({ id, type, data, s }: StoredMessage, collection: string, documentId: string): PendingMessage {
  return { id, type, data: parseJson(data), collection, documentId, sequence: s };
}
