import { wordsOf } from '../../kernel/thrown.js';
import type { ConsistencyToken, LoggedEvent, Position, StreamName } from '../../kernel/event-sourcing/event.js';
import { Semaphore } from '../concurrency/semaphore.js';
import type { Batch, EventStore } from '../event-store/port.js';
import type { Logs } from '../http/logs.js';
import type { Checkpoints } from './checkpoints.js';
import { recordProjected } from '../telemetry/tracing-stores.js';
import { StoreUnavailable } from '../unavailable.js';
import { pause } from '../pause.js';
import type { Follower } from './follower.js';
import type { ParkedStreams } from './parked.js';

export interface LogRuntimeOptions {
  readonly events: Pick<EventStore, 'follow' | 'placeAfter' | 'head'>;
  readonly checkpoints: Checkpoints;
  readonly parked: ParkedStreams;
  readonly log: Logs;
  /** `Metrics` of platform/telemetry is one. */
  readonly gauge: { lagging(reader: string, positions: number): void };
}

interface Waiter {
  readonly position: Position;
  readonly seen: () => void;
}

/** A follower and its position. */
interface FollowerPosition {
  readonly follower: Follower;
  position: Position;
  waiters: readonly Waiter[];
}

const BATCH = 5_000;
const SAVE_EVERY_MS = 250;
const RETRY_MS = 1_000;
const POLL_MS = 100;

/**
 * One log reader for all projections and policies of the process. It starts at the position of the slowest follower and
 * skips events that others have handled. Checkpoints are saved afterwards, several times per second; after a crash,
 * events since the last save are delivered again.
 */
export class LogRuntime {
  private readonly positions = new Map<string, FollowerPosition>();
  private stopping = new AbortController();
  private running: Promise<void> | undefined;
  private saving: NodeJS.Timeout | undefined;
  private saveUnderWay: Promise<void> | undefined;
  private failure: string | undefined;
  /**
   * Whether all followers had handled everything when the log was last read. Later events do not concern their
   * positions.
   */
  private isIdle = false;
  private readonly mutex = new Semaphore(1);

  constructor(private readonly options: LogRuntimeOptions) {}

  /**
   * Adds a projection or policy. Call before `start`. @throws Error when the name is taken or the reader has started
   */
  add(follower: Follower): void {
    if (this.running !== undefined) throw new Error(`${follower.name} was registered after the reader started`);
    if (this.positions.has(follower.name)) throw new Error(`two log followers are called ${follower.name}`);
    this.positions.set(follower.name, { follower, position: follower.begin, waiters: [] });
  }

  /** All followers in registration order. */
  get followers(): readonly Follower[] {
    return [...this.positions.values()].map((place) => place.follower);
  }

  /** Loads the followers' positions, for `retryParked` without following the log. @throws StoreUnavailable */
  async load(): Promise<void> {
    // A follower without a checkpoint restarts, also after a stop: another process may have switched its generation.
    for (const place of this.positions.values()) {
      await place.follower.takeUp?.();
      place.position = (await this.options.checkpoints.load(place.follower.reader)) ?? place.follower.begin;
    }
  }

  /** Loads the checkpoints and starts following the log, also after a stop. @throws StoreUnavailable */
  async start(): Promise<void> {
    if (this.running !== undefined || this.positions.size === 0) return;
    await this.load();
    this.running = this.run();
    this.saving = setInterval(() => void this.save(), SAVE_EVERY_MS);
    this.saving.unref();
  }

  /** Finishes the batch in progress, saves the checkpoints and stops. */
  async stop(): Promise<void> {
    clearInterval(this.saving);
    this.stopping.abort();
    await this.running;
    // A save in progress may hold older positions.
    await this.saveUnderWay;
    if (this.running !== undefined) await this.save();
    this.running = undefined;
    this.failure = undefined;
    // Another process continues; waiting callers fall back to the stored checkpoints.
    this.stopping = new AbortController();
  }

  /** For health checks: why the log is not being followed, if so. */
  get trouble(): string | undefined {
    return this.failure;
  }

  /**
   * Whether every follower has reached a log position, here or in another process (whose saved positions may lag).
   * @throws StoreUnavailable
   */
  async isAt(position: Position): Promise<boolean> {
    const followerPositions = [...this.positions.values()];
    const reached =
      this.running === undefined
        ? await Promise.all(followerPositions.map(({ follower }) => this.positionElsewhere(follower)))
        : followerPositions.map((place) => place.position);
    return reached.every((place) => place >= position);
  }

  /** Whether everything read so far was handled; true where another process follows the log. */
  get isCaughtUp(): boolean {
    return this.running === undefined || this.isIdle;
  }

  /**
   * Read-your-writes: waits until a follower has handled a token's event, here or in another process.
   * @param timeoutMs total time limit, including the lookup of the event's position
   * @returns whether the follower has handled it, as far as known; also true when the token's event does not exist
   * @throws StoreUnavailable, or Error for an unknown follower
   */
  async waitFor(name: string, token: ConsistencyToken, timeoutMs: number): Promise<boolean> {
    const place = this.positions.get(name);
    if (place === undefined) throw new Error(`no log follower is called ${name}`);
    if (token.revision < 0 || !token.stream.startsWith(place.follower.prefix)) return true;
    const deadline = new AbortController();
    const { signal } = deadline;
    const late = new Promise<false>((resolve) => signal.addEventListener('abort', () => resolve(false)));
    const timer = setTimeout(() => deadline.abort(), timeoutMs);
    try {
      return await Promise.race([this.isSeen(place, token, signal), late]);
    } finally {
      clearTimeout(timer);
      deadline.abort();
    }
  }

  private async isSeen(place: FollowerPosition, token: ConsistencyToken, signal: AbortSignal): Promise<boolean> {
    const reached = this.running === undefined ? await this.positionElsewhere(place.follower) : place.position;
    const position = await this.options.events.placeAfter(token.stream, token.revision, reached, signal);
    if (position === 'too far') return false;
    if (position === undefined || position <= place.position) return true;
    return this.running === undefined
      ? this.pollFor(place.follower, position, signal)
      : this.awaitPosition(place, position, signal);
  }

  /**
   * Delivers a parked stream to its follower again. Call after the cause was fixed, in the process that runs the
   * follower.
   * @returns whether the stream continues; false when it was parked again
   * @throws StoreUnavailable, or Error for an unknown follower or one that needs a rebuild
   */
  async retryParked(name: string, stream: StreamName): Promise<boolean> {
    const place = this.positions.get(name);
    if (place === undefined) throw new Error(`no log follower is called ${name}`);
    const { parked } = this.options;
    const { reader } = place.follower;
    if (place.follower.retryFrom === 'rebuild')
      throw new Error(`${name} combines many streams: rebuild it (npm run projections -- rebuild ${name})`);
    const before =
      place.follower.retryFrom === 'parkedEvent' ? ((await parked.find(reader, stream))?.position ?? 0) - 1 : -1;
    // Most events are read while other followers continue.
    const had = await this.eventsOf(stream, before, place.position);
    const read = place.position;
    // Between two batches, or a later event would be handled before the missed ones.
    return this.exclusively(async () => {
      had.push(...(await this.eventsOf(stream, read, place.position)));
      return parked.retry(reader, stream, () => place.follower.apply(had));
    });
  }

  /** The events of one stream between two log positions: exclusive start, inclusive end. */
  private async eventsOf(stream: StreamName, after: Position, to: Position): Promise<LoggedEvent[]> {
    const found: LoggedEvent[] = [];
    if (to <= after) return found;
    for await (const { events, checkpoint, caughtUp } of this.options.events.follow({
      after,
      prefixes: [stream],
      batchSize: BATCH,
      signal: this.stopping.signal,
    })) {
      found.push(...events.filter((event) => event.stream === stream && event.position <= to));
      if (caughtUp || checkpoint >= to) return found;
    }
    throw new StoreUnavailable('event store', 'closed', 'the log reader has stopped');
  }

  private exclusively<T>(work: () => Promise<T>): Promise<T> {
    return this.mutex.run(work);
  }

  private awaitPosition(place: FollowerPosition, position: Position, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const waiter = { position, seen: () => done(true) };
      const done = (seen: boolean): void => {
        place.waiters = place.waiters.filter((other) => other !== waiter);
        resolve(seen);
      };
      place.waiters = [...place.waiters, waiter];
      signal.addEventListener('abort', () => done(false));
      if (signal.aborted) done(false);
    });
  }

  private async pollFor(follower: Follower, position: Position, signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted) {
      if ((await this.positionElsewhere(follower)) >= position) return true;
      await pause(POLL_MS, this.stopping.signal);
    }
    return false;
  }

  /** The follower runs in another process: poll its saved checkpoint. */
  private async positionElsewhere(follower: Follower): Promise<Position> {
    const reader = (await follower.live?.()) ?? follower.reader;
    return (await this.options.checkpoints.load(reader)) ?? follower.begin;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        const followerPositions = [...this.positions.values()];
        const prefixes = [...new Set(followerPositions.map((place) => place.follower.prefix))];
        const after = Math.min(...followerPositions.map((place) => place.position));
        for await (const batch of this.options.events.follow({ after, prefixes, batchSize: BATCH, signal })) {
          this.isIdle = false;
          await this.exclusively(async () => {
            for (const place of followerPositions) await this.give(place, batch);
          });
          this.isIdle = batch.caughtUp;
          this.failure = undefined;
          if (signal.aborted) return;
        }
      } catch (error) {
        if (signal.aborted) return;
        this.isIdle = false;
        this.failure = wordsOf(error);
        this.options.log.error(
          { err: error },
          'reading the event log was interrupted; each follower continues from its position',
        );
        await pause(RETRY_MS, signal);
      }
    }
  }

  private async give(place: FollowerPosition, batch: Batch): Promise<void> {
    if (batch.checkpoint <= place.position) return;
    const { prefix } = place.follower;
    const first = batch.events[0];
    const isWhole = this.positions.size === 1 && first !== undefined && first.position > place.position;
    const events = isWhole
      ? batch.events
      : batch.events.filter((event) => event.position > place.position && event.stream.startsWith(prefix));
    if (events.length > 0) {
      await place.follower.apply(events);
      recordProjected(place.follower.name, events);
    }
    this.hasCome(place, batch.checkpoint);
  }

  private hasCome(place: FollowerPosition, position: Position): void {
    place.position = position;
    for (const waiter of place.waiters) if (waiter.position <= position) waiter.seen();
  }

  /**
   * Switches a follower to another generation between two batches.
   * @param work receives the follower's position and makes the other generation live
   * @param work.returns the other generation's position, not before the follower's; undefined for no switch
   * @throws StoreUnavailable, errors of `work`, or Error for an unknown follower
   */
  handOff(name: string, work: (position: Position) => Promise<Position | undefined>): Promise<void> {
    const place = this.positions.get(name);
    if (place === undefined) throw new Error(`no log follower is called ${name}`);
    return this.exclusively(async () => {
      const position = await work(place.position);
      if (position === undefined) return;
      await place.follower.takeUp?.();
      this.hasCome(place, Math.max(place.position, position));
    });
  }

  /** One at a time: when the store is slow, parallel calls would only take connections from others. */
  private save(): Promise<void> {
    this.saveUnderWay ??= this.savePositions().finally(() => {
      this.saveUnderWay = undefined;
    });
    return this.saveUnderWay;
  }

  private async savePositions(): Promise<void> {
    try {
      await this.options.checkpoints.save(
        new Map([...this.positions.values()].map(({ follower, position }) => [follower.reader, position])),
      );
      const head = await this.options.events.head();
      for (const [name, { position }] of this.positions)
        this.options.gauge.lagging(name, this.isIdle ? 0 : Math.max(0, head - position));
    } catch (error) {
      // Events after the last checkpoint are delivered again; nothing else depends on it.
      this.options.log.warn({ err: error }, 'the followers’ positions could not be saved');
    }
  }
}
