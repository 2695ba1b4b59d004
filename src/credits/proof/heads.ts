import { hash as digest } from 'node:crypto';
import { decodeMetadata, GENESIS_HASH } from '../../kernel/event-sourcing/chain.js';
import type { LoggedEvent, Position, Revision, StreamName } from '../../kernel/event-sourcing/event.js';
import type { EventStore } from '../../platform/event-store/port.js';
import { growTree, leafBytes, type MerkleTree } from './merkle.shared.js';
import { leafText, type Cover } from './root.shared.js';

const READ_AT_ONCE = 5_000;
const STEP = 1_000;
const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Last event of a stream. `at` is its time; `ordinal` its number among all events of the walk, from 1. */
export interface Head {
  readonly stream: StreamName;
  readonly revision: Revision;
  readonly hash: string;
  readonly at: number;
  readonly ordinal: number;
}

const sha256 = (bytes: Uint8Array): Uint8Array => digest('sha256', bytes, 'buffer');

/**
 * The Merkle tree over the given heads, and the heads in leaf order. Built in small steps, so it does not block
 * requests.
 */
export async function treeOf(
  heads: Iterable<Head>,
): Promise<{ readonly tree: MerkleTree; readonly leaves: readonly Head[] }> {
  // Sorted by UTF-16 code units. Stream names contain no characters that another order would sort differently.
  const leaves = [...heads].sort((a, b) => (a.stream < b.stream ? -1 : 1));
  const hashes: Uint8Array[] = [];
  for (const head of leaves) {
    hashes.push(sha256(leafBytes(Buffer.from(leafText(head)))));
    if (hashes.length % STEP === 0) await pause();
  }
  const steps = growTree(hashes, sha256);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return { tree: step.value, leaves };
    await pause();
  }
}

/**
 * Position of a walk along the log: the number of events taken, and the position and id of the last one. `before` is
 * the position of the event before it, −1 for the first event. `counts` has the number of events by prefix.
 */
export interface WalkPosition {
  readonly events: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly before: Position;
  readonly position: Position;
  readonly eventId: string;
}

/** The log does not continue from the position of an earlier walk: it was moved to another store or changed. */
export class NotGoingOn extends Error {
  constructor(what: string) {
    super(`the log does not go on from where the last walk stood: ${what}`);
    this.name = 'NotGoingOn';
  }
}

/**
 * Walks the log once, from its beginning or from an earlier walk, and tracks the head of every stream. When continuing,
 * it verifies that each event follows its stream's head. Memory grows with streams, not events.
 */
export class HeadsOfLog {
  private readonly heads: Map<StreamName, Head>;
  private last: Omit<WalkPosition, 'counts'> | undefined;
  private readonly stop = new AbortController();
  private readonly batches: AsyncIterator<{ readonly events: readonly LoggedEvent[]; readonly caughtUp: boolean }>;
  private waiting: readonly LoggedEvent[] = [];
  private next = 0;
  private isAtEnd = false;
  private taken: number;
  private readonly counts: Map<string, number>;

  /**
   * @param prefixes of the streams to walk; none is the beginning of another
   * @param from position of an earlier walk along the same streams, and the heads at that position
   */
  constructor(
    log: Pick<EventStore, 'follow'>,
    readonly prefixes: readonly string[],
    private readonly from?: { readonly place: WalkPosition; readonly heads: ReadonlyMap<StreamName, Head> },
  ) {
    this.heads = new Map(from?.heads);
    this.counts = new Map(prefixes.map((prefix) => [prefix, from?.place.counts[prefix] ?? 0]));
    this.taken = from?.place.events ?? 0;
    this.last = from?.place;
    // Reads the last event of the earlier walk again, to check that this is the same log.
    const after = from?.place.before ?? -1;
    const batches = log.follow({ after, prefixes, batchSize: READ_AT_ONCE, signal: this.stop.signal });
    this.batches = batches[Symbol.asyncIterator]();
  }

  /** Number of events taken so far. */
  get events(): number {
    return this.taken;
  }

  /** The head of every stream after those events. */
  get all(): Iterable<Head> {
    return this.heads.values();
  }

  /** Events and streams by prefix, sorted by prefix. */
  get covers(): readonly Cover[] {
    const streams = new Map<string, number>();
    for (const { stream } of this.heads.values()) {
      const prefix = this.prefixOf(stream);
      streams.set(prefix, (streams.get(prefix) ?? 0) + 1);
    }
    return [...this.counts]
      .map(([prefix, events]) => ({ events, prefix, streams: streams.get(prefix) ?? 0 }))
      .sort((a, b) => (a.prefix < b.prefix ? -1 : 1));
  }

  /** Current position; undefined before the first event. */
  get place(): WalkPosition | undefined {
    return this.last && { ...this.last, counts: Object.fromEntries(this.counts) };
  }

  /**
   * Verifies that the log continues from the earlier walk.
   * @throws NotGoingOn, StoreUnavailable
   */
  async goOn(): Promise<void> {
    if (this.from === undefined) return;
    const { position, eventId } = this.from.place;
    const event = await this.peek();
    if (event?.id !== eventId || event.position !== position)
      throw new NotGoingOn(`event ${eventId} is not at ${position}`);
    this.next += 1;
  }

  /**
   * Takes events while the predicate holds, or until the end of the log at the time it was read.
   * @param wants predicate on an event and its ordinal
   * @throws StoreUnavailable; SyntaxError or TypeError for an unreadable event; NotGoingOn
   */
  async takeWhile(wants: (event: LoggedEvent, ordinal: number) => boolean): Promise<void> {
    for (
      let event = await this.peek();
      event !== undefined && wants(event, this.taken + 1);
      event = await this.peek()
    ) {
      this.next += 1;
      this.taken += 1;
      const { stream, revision, position, id: eventId } = event;
      const { hash, previousHash, at } = decodeMetadata(event.metadata);
      if (this.from !== undefined) this.follows(stream, revision, previousHash);
      const prefix = this.prefixOf(stream);
      this.counts.set(prefix, (this.counts.get(prefix) ?? 0) + 1);
      this.last = { events: this.taken, before: this.last?.position ?? -1, position, eventId };
      this.heads.set(stream, { stream, revision, hash, at, ordinal: this.taken });
    }
  }

  private prefixOf(stream: StreamName): string {
    return this.prefixes.find((prefix) => stream.startsWith(prefix)) ?? '';
  }

  private follows(stream: StreamName, revision: Revision, previousHash: string): void {
    const before = this.heads.get(stream);
    if (revision !== (before?.revision ?? -1) + 1 || previousHash !== (before?.hash ?? GENESIS_HASH))
      throw new NotGoingOn(`event ${revision} of ${stream} does not follow its head`);
  }

  /**
   * Takes events up to this total.
   * @returns false when the log has fewer
   */
  async takeUpTo(events: number): Promise<boolean> {
    await this.takeWhile((_event, ordinal) => ordinal <= events);
    return this.taken === events;
  }

  async close(): Promise<void> {
    this.stop.abort();
    await this.batches.return?.();
  }

  /** Returns the next event without taking it. */
  async peek(): Promise<LoggedEvent | undefined> {
    while (this.next >= this.waiting.length && !this.isAtEnd) {
      const read = await this.batches.next();
      this.isAtEnd = read.done === true || read.value.caughtUp;
      this.waiting = read.done === true ? [] : read.value.events;
      this.next = 0;
    }
    return this.waiting[this.next];
  }
}
