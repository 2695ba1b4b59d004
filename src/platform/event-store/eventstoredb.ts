import {
  BACKWARDS,
  END,
  EventStoreDBClient,
  FORWARDS,
  NO_STREAM,
  START,
  StreamNotFoundError,
  WrongExpectedVersionError,
  type AllStreamResolvedEvent,
  type ReadPosition,
  type ReadRevision,
  type ResolvedEvent,
  type StreamingRead,
} from '@eventstore/db-client';
import { defined } from '../../kernel/defined.shared.js';
import type { NewEvent, Position, RecordedEvent, Revision, StreamName } from '../../kernel/event-sourcing/event.js';
import { Semaphore, type Release } from '../concurrency/semaphore.js';
import type { Logs } from '../http/logs.js';
import { StoreUnavailable } from '../unavailable.js';
import { isSpent, logged, noAnswer, place, proposed, recorded, unavailable } from './eventstoredb-events.js';
import { followServer } from './eventstoredb-follow.js';
import type { AppendResult, Batch, EventStore, FollowOptions, ReadStreamOptions } from './port.js';

/**
 * The event store on EventStoreDB 23.10 or later (earlier versions do not report when a subscription has caught up) or
 * a compatible successor.
 * @param url a connection string, e.g. `esdb://127.0.0.1:2113?tls=false`; its user must be allowed to read `$all`
 * @throws StoreUnavailable when the server does not answer within five seconds
 */
export async function openEventStoreDb({
  url,
  log,
}: {
  readonly url: string;
  readonly log: Logs;
}): Promise<EventStore> {
  const store = new EventStoreDb(() => EventStoreDBClient.connectionString(url), log);
  try {
    await store.ping();
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}

const ANSWER_MS = 4_000;
/** Time after which the client has detected a dead connection and abandoned its calls. */
const GIVEN_UP_MS = 30_000;
/**
 * Concurrent appends. The client's batch stream accepts 16 messages before it makes callers wait, and waiting callers
 * of a broken connection cause unhandled rejections (client 6.2.1, backpressuredWrite).
 */
const MAX_APPENDS = 15;
/**
 * The client sends deadlines by the local clock and the server judges them by its own, so a slow local clock would make
 * every append late. The deadline is therefore generous; the server's and our own time limits apply.
 */
const DEADLINE_MS = 10 * 60_000;
const MAX_REMEMBERED_STREAMS = 10_000;
const FIRST_PAGE = 32;
const LARGEST_PAGE = 1_024;
/** About 36,000 events; a follower farther behind must catch up first. */
const MAX_PAGES = 40;

class EventStoreDb implements EventStore {
  readonly shared = true;
  private client: EventStoreDBClient;
  /** Aborted when the client is replaced. */
  private spent = new AbortController();
  private readonly closing = new AbortController();
  private readonly appends = new Semaphore(MAX_APPENDS);
  /** Position of the last own append to a stream, if the server reported it. */
  private readonly streamBounds = new Map<
    StreamName,
    { readonly first: Revision; readonly last: Revision; readonly position: Position }
  >();

  constructor(
    private readonly connect: () => EventStoreDBClient,
    private readonly log: Logs,
  ) {
    this.client = connect();
  }

  async append(stream: StreamName, expected: Revision, events: readonly NewEvent[]): Promise<AppendResult> {
    this.assertOpen();
    // An empty append writes nothing: a read answers it.
    if (events.length === 0 || expected < -1)
      return this.checked(stream, expected, { outcome: 'appended', revision: expected, position: undefined });
    const data = events.map(proposed);
    const until = Date.now() + ANSWER_MS;
    const release = await this.appends.acquireWithin(ANSWER_MS);
    if (release === undefined) throw noAnswer(ANSWER_MS);
    const { client } = this;
    const appending = client.appendToStream(stream, data, {
      expectedRevision: expected === -1 ? NO_STREAM : BigInt(expected),
      deadline: DEADLINE_MS,
    });
    releaseAfter(appending, release, GIVEN_UP_MS);
    try {
      const { success, nextExpectedRevision, position } = await within(appending, until - Date.now());
      if (!success) return await this.checked(stream, expected, undefined);
      const at = position === undefined ? undefined : place(position.commit);
      this.remember(stream, expected + 1, Number(nextExpectedRevision), at);
      return { outcome: 'appended', revision: Number(nextExpectedRevision), position: at };
    } catch (error) {
      if (!(error instanceof WrongExpectedVersionError)) throw this.failed(error, client);
      return {
        outcome: 'conflict',
        actual: typeof error.actualVersion === 'bigint' ? Number(error.actualVersion) : -1,
      };
    }
  }

  /** The stream's current revision as a conflict; or success, when it matches the expectation. */
  private async checked(
    stream: StreamName,
    expected: Revision,
    asExpected: AppendResult | undefined,
  ): Promise<AppendResult> {
    const [last] = await this.readStream(stream, { direction: 'backwards', limit: 1 });
    const actual = last?.revision ?? -1;
    return actual === expected && asExpected !== undefined ? asExpected : { outcome: 'conflict', actual };
  }

  private remember(stream: StreamName, first: Revision, last: Revision, position: Position | undefined): void {
    this.streamBounds.delete(stream);
    if (position === undefined) return;
    this.streamBounds.set(stream, { first, last, position });
    const [oldest] = this.streamBounds.keys();
    if (this.streamBounds.size > MAX_REMEMBERED_STREAMS && oldest !== undefined) this.streamBounds.delete(oldest);
  }

  async readStream(
    stream: StreamName,
    { from, direction, limit }: ReadStreamOptions = {},
  ): Promise<readonly RecordedEvent[]> {
    this.assertOpen();
    const isBackwards = direction === 'backwards';
    if ((limit ?? 1) <= 0 || (isBackwards && (from ?? 0) < 0)) return [];
    const fromRevision: ReadRevision = from === undefined ? (isBackwards ? END : START) : BigInt(Math.max(from, 0));
    const { client } = this;
    try {
      const read = await gathered<ResolvedEvent>(
        client.readStream(stream, {
          fromRevision,
          direction: isBackwards ? BACKWARDS : FORWARDS,
          requiresLeader: true,
          ...defined({ maxCount: limit }),
        }),
      );
      return read.flatMap(({ event }) => (event === undefined ? [] : [recorded(event)]));
    } catch (error) {
      if (error instanceof StreamNotFoundError) return [];
      throw this.failed(error, client);
    }
  }

  follow(options: FollowOptions): AsyncIterable<Batch> {
    return followServer(
      {
        client: () => {
          this.assertOpen();
          return { client: this.client, spent: this.spent.signal };
        },
        failed: (error, client) => this.failed(error, client),
        closing: this.closing.signal,
        log: this.log,
      },
      options,
    );
  }

  async placeAfter(
    stream: StreamName,
    revision: Revision,
    after: Position,
    signal?: AbortSignal,
  ): Promise<Position | 'too far' | undefined> {
    this.assertOpen();
    const known = this.streamBounds.get(stream);
    if (known !== undefined && revision >= known.first && revision <= known.last)
      return known.position > after ? known.position : undefined;
    // An event read from its stream may lack its position, so the log is read backwards until it or the given position
    // is found.
    let from: ReadPosition = END;
    for (
      let [pages, count] = [0, FIRST_PAGE];
      pages < MAX_PAGES;
      [pages, count] = [pages + 1, Math.min(count * 2, LARGEST_PAGE)]
    ) {
      if (signal?.aborted === true) break;
      const page = await this.readBack(from, count);
      for (const { event } of page) {
        if (event === undefined) continue;
        const position = place(event.position.commit);
        if (position <= after) return undefined;
        if (event.streamId === stream && event.revision <= BigInt(revision))
          return event.revision === BigInt(revision) ? position : undefined;
        from = event.position;
      }
      if (page.length < count) return undefined;
    }
    return 'too far';
  }

  async head(): Promise<Position> {
    this.assertOpen();
    const [last] = await this.readBack(END, 1);
    return last === undefined ? -1 : (logged(last)?.position ?? -1);
  }

  private async readBack(from: ReadPosition, count: number): Promise<readonly AllStreamResolvedEvent[]> {
    const { client } = this;
    try {
      return await gathered<AllStreamResolvedEvent>(
        client.readAll({ direction: BACKWARDS, fromPosition: from, maxCount: count, requiresLeader: true }),
      );
    } catch (error) {
      throw this.failed(error, client);
    }
  }

  async ping(): Promise<void> {
    await this.head();
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.client.dispose();
  }

  /** Maps a client error to the port's; an unusable client is replaced on the next call. */
  private failed(error: unknown, client: EventStoreDBClient): StoreUnavailable {
    if (this.closing.signal.aborted) return closedError();
    const mapped = unavailable(error);
    if (isSpent(error) && client === this.client) {
      this.client = this.connect();
      // The client does not report ended subscriptions, so followers are aborted here.
      this.spent.abort();
      this.spent = new AbortController();
      client
        .dispose()
        .catch((cause: unknown) =>
          this.log.warn({ err: cause }, 'a connection to the event store could not be closed'),
        );
    }
    return mapped;
  }

  private assertOpen(): void {
    if (this.closing.signal.aborted) throw closedError();
  }
}

function closedError(): StoreUnavailable {
  return new StoreUnavailable('event store', 'closed', 'the store was closed');
}

/** Releases a permit when its call has settled, or after a time limit. */
function releaseAfter(work: Promise<unknown>, release: Release, ms: number): void {
  const timer = setTimeout(release, ms).unref();
  const settled = (): void => {
    clearTimeout(timer);
    release();
  };
  work.then(settled, settled);
}

/** @throws StoreUnavailable on timeout */
async function within<T>(answer: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(noAnswer(ANSWER_MS)), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * All that a read gives. The client sets reads no deadline: this one runs again with each event. @throws what the
 * client throws, or StoreUnavailable
 */
function gathered<T>(read: StreamingRead<T>): Promise<T[]> {
  return new Promise((resolve, reject) => {
    const all: T[] = [];
    const fail = (error: unknown): void => {
      clearTimeout(timer);
      // What it was created on may have failed itself, which has been told already.
      read.cancel().catch(() => undefined);
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    const timer = setTimeout(() => fail(noAnswer(ANSWER_MS)), ANSWER_MS);
    read.on('data', (one) => {
      all.push(one);
      timer.refresh();
    });
    read.on('end', () => {
      clearTimeout(timer);
      resolve(all);
    });
    read.on('error', fail);
  });
}
