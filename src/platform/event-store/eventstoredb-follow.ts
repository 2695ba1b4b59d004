import {
  START,
  streamNameFilter,
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type EventStoreDBClient,
} from '@eventstore/db-client';
import type { LoggedEvent, Position } from '../../kernel/event-sourcing/event.js';
import type { Logs } from '../http/logs.js';
import { StoreUnavailable } from '../unavailable.js';
import { pause } from '../pause.js';
import { logged, noAnswer, place, placeFor } from './eventstoredb-events.js';
import { WakeSignal } from './follow.js';
import type { Batch, FollowOptions } from './port.js';

/** What following needs from the store. */
export interface ServerLog {
  /** The client, and a signal for its replacement. @throws StoreUnavailable when the store is closed */
  readonly client: () => { readonly client: EventStoreDBClient; readonly spent: AbortSignal };
  /** Maps a client error to the port's. */
  readonly failed: (error: unknown, client: EventStoreDBClient) => StoreUnavailable;
  readonly closing: AbortSignal;
  readonly log: Logs;
}

const DEFAULT_BATCH_SIZE = 1_000;
/**
 * Positions have 63 bits. A greater one means −1 as an unsigned number, before the log (KurrentDB, pull request 4892).
 */
const NO_PLACE = 2n ** 63n;
/** Checkpoint interval in examined events. */
const SEARCH_WINDOW = 256;
const CONFIRMED_MS = 5_000;
/** Time a batch waits to grow while more events are coming. */
const LINGER_MS = 50;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Follows the log by a server-side filtered subscription. After a lost connection it resubscribes after the last
 * position, with growing pauses.
 * @throws StoreUnavailable when the store closes, or the server refuses
 */
export async function* followServer(server: ServerLog, options: FollowOptions): AsyncGenerator<Batch, void, undefined> {
  let { after } = options;
  let wait = FIRST_PAUSE_MS;
  const isOver = (): boolean => options.signal.aborted || server.closing.aborted;
  const stop = AbortSignal.any([options.signal, server.closing]);
  while (!options.signal.aborted) {
    const { client, spent } = server.client();
    const feed = new Feed(client, spent, { ...options, after, signal: stop });
    try {
      for (let batch = await feed.next(); batch !== undefined; batch = await feed.next()) {
        after = batch.checkpoint;
        wait = FIRST_PAUSE_MS;
        yield batch;
      }
    } catch (error) {
      const failure = server.failed(error, client);
      if (failure.reason !== 'unreachable') throw failure;
      server.log.warn(
        { err: failure, after, pause: wait },
        'the event store subscription was interrupted; subscribing again',
      );
    } finally {
      feed.end();
    }
    if (!isOver()) await pause(wait, stop);
    wait = Math.min(wait * 2, LONGEST_PAUSE_MS);
  }
}

/** One subscription, split into batches. */
class Feed {
  private readonly bell = new WakeSignal();
  private readonly size: number;
  private readonly subscription: AllStreamSubscription;
  private readonly onAbort = (): void => this.bell.wakeUp();
  private readonly onSpent = (): void =>
    this.fail(new StoreUnavailable('event store', 'unreachable', 'its connection was abandoned'));
  private readonly unconfirmed: NodeJS.Timeout;
  private lingering: NodeJS.Timeout | undefined;
  private gathered: LoggedEvent[] = [];
  /** Received events, to order the notifications between them. */
  private come = 0;
  private readonly said: { readonly after: number; readonly take: () => void }[] = [];
  private reached: Position;
  /** The server's next read position, as last reported. */
  private ahead: Position | undefined;
  private reported: { readonly checkpoint: Position; readonly caughtUp: boolean };
  private isCaughtUp = false;
  private hasLingered = false;
  private failure: Error | undefined;

  constructor(
    client: EventStoreDBClient,
    private readonly spent: AbortSignal,
    private readonly options: FollowOptions,
  ) {
    const { after, prefixes, batchSize = DEFAULT_BATCH_SIZE, signal } = options;
    this.size = batchSize;
    this.reached = after;
    this.reported = { checkpoint: after, caughtUp: false };
    this.subscription = client.subscribeToAll({
      fromPosition: after < 0 ? START : placeFor(after),
      filter: streamNameFilter({
        prefixes: [...prefixes],
        maxSearchWindow: SEARCH_WINDOW,
        checkpointReached: (_, said) => this.inOrder(() => this.onCheckpoint(said)),
      }),
    });
    this.unconfirmed = setTimeout(() => this.fail(noAnswer(CONFIRMED_MS)), CONFIRMED_MS);
    this.subscription.on('confirmation', () => clearTimeout(this.unconfirmed));
    this.subscription.on('caughtUp', () => this.inOrder(() => (this.isCaughtUp = true)));
    this.subscription.on('fellBehind', () => this.inOrder(() => (this.isCaughtUp = false)));
    this.subscription.on('data', (one) => this.take(one));
    this.subscription.on('error', (error) => this.fail(error));
    this.subscription.on('end', () =>
      this.fail(new StoreUnavailable('event store', 'unreachable', 'the server ended the subscription')),
    );
    signal.addEventListener('abort', this.onAbort);
    spent.addEventListener('abort', this.onSpent);
  }

  /** The next batch; undefined when stopped. @throws errors of the client, or StoreUnavailable */
  async next(): Promise<Batch | undefined> {
    for (;;) {
      if (this.options.signal.aborted) return undefined;
      if (this.failure !== undefined) throw this.failure;
      this.bell.reset();
      if (this.isDue()) return this.cut();
      await this.bell.awake();
    }
  }

  end(): void {
    clearTimeout(this.unconfirmed);
    clearTimeout(this.lingering);
    this.options.signal.removeEventListener('abort', this.onAbort);
    this.spent.removeEventListener('abort', this.onSpent);
    this.failure ??= new StoreUnavailable('event store', 'closed', 'the reader has ended');
    this.gathered = [];
    // Creating the subscription may itself fail; that error was already reported.
    this.subscription.unsubscribe().catch(() => undefined);
  }

  private isDue(): boolean {
    if (this.gathered.length >= this.size) return true;
    const isNews =
      this.gathered.length > 0 ||
      this.reached > this.reported.checkpoint ||
      (this.isCaughtUp && !this.reported.caughtUp);
    return isNews && (this.isCaughtUp || this.hasLingered);
  }

  private cut(): Batch {
    const events = this.gathered.slice(0, this.size);
    this.gathered = this.gathered.slice(this.size);
    if (this.gathered.length < this.size && this.subscription.isPaused()) this.subscription.resume();
    clearTimeout(this.lingering);
    this.lingering = undefined;
    this.hasLingered = false;
    const isAll = this.gathered.length === 0;
    this.reported = {
      checkpoint: isAll ? this.reached : (events.at(-1)?.position ?? this.reported.checkpoint),
      caughtUp: this.isCaughtUp && isAll,
    };
    if (!isAll) this.news();
    return { events, ...this.reported };
  }

  private take(one: AllStreamResolvedEvent): void {
    if (this.failure !== undefined) return;
    this.come += 1;
    try {
      // The log also contains the server's system streams, whose names never match ours.
      const event = one.event?.streamId.startsWith('$') === true ? undefined : logged(one);
      if (event !== undefined) {
        this.gathered.push(event);
        this.reached = event.position;
      }
      while (this.said[0] !== undefined && this.said[0].after <= this.come) this.said.shift()?.take();
    } catch (error) {
      return this.fail(error);
    }
    if (this.gathered.length >= this.size * 2) this.subscription.pause();
    this.news();
  }

  /**
   * A checkpoint with a smaller prepare position names the next record, which is not yet passed and at the end of the
   * log not yet written (KurrentDB, pull requests 4892 and 4975). It counts only once a later checkpoint arrives;
   * resuming one byte earlier is not possible, because the server rejects positions between records.
   */
  private onCheckpoint({ commit, prepare }: { readonly commit: bigint; readonly prepare: bigint }): void {
    if (commit >= NO_PLACE) return;
    const position = place(commit);
    const isPassed = prepare >= commit;
    if (isPassed) this.reached = Math.max(this.reached, position);
    else if (this.ahead !== undefined && this.ahead < position) this.reached = Math.max(this.reached, this.ahead);
    if (!isPassed) this.ahead = position;
  }

  /**
   * A notification counts only after the events before it have left the client's buffer. Never throws: the client's
   * callback has no error handling, and a rejection would end the process.
   */
  private inOrder(take: () => void): void {
    const after = this.come + this.subscription.readableLength;
    try {
      if (after > this.come) this.said.push({ after, take });
      else take();
    } catch (error) {
      return this.fail(error);
    }
    this.news();
  }

  private news(): void {
    if (this.isCaughtUp || this.gathered.length >= this.size) return this.bell.wakeUp();
    this.lingering ??= setTimeout(() => {
      this.hasLingered = true;
      this.bell.wakeUp();
    }, LINGER_MS);
  }

  private fail(error: unknown): void {
    this.failure ??= error instanceof Error ? error : new Error(String(error));
    this.bell.wakeUp();
  }
}
