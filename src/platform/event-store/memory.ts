import type { Clock } from '../../kernel/clock.js';
import type {
  LoggedEvent,
  NewEvent,
  Position,
  RecordedEvent,
  Revision,
  StreamName,
} from '../../kernel/event-sourcing/event.js';
import { Emitter } from '../emitter.js';
import { StoreUnavailable } from '../unavailable.js';
import { followLog } from './follow.js';
import type { AppendResult, Batch, EventStore, FollowOptions, ReadStreamOptions } from './port.js';

/**
 * An event store that lives and dies with the process, for tests. @param shared whether several writers are to have it
 */
export function createMemoryEventStore(clock: Clock, shared = false): EventStore {
  return new MemoryEventStore(clock, shared);
}

class MemoryEventStore implements EventStore {
  private readonly log: LoggedEvent[] = [];
  private readonly streams = new Map<StreamName, LoggedEvent[]>();
  private readonly appended = new Emitter();
  private closed = false;

  constructor(
    private readonly clock: Clock,
    readonly shared: boolean,
  ) {}

  async append(stream: StreamName, expected: Revision, events: readonly NewEvent[]): Promise<AppendResult> {
    this.assertOpen();
    const own = this.streams.get(stream) ?? [];
    const actual = own.length - 1;
    if (actual !== expected) return { outcome: 'conflict', actual };
    if (events.length === 0) return { outcome: 'appended', revision: actual, position: undefined };
    const recordedAt = this.clock.now();
    for (const { id, type, data, metadata } of events) {
      const recorded = {
        id,
        type,
        data,
        metadata,
        stream,
        revision: own.length,
        position: this.log.length,
        recordedAt,
      };
      own.push(recorded);
      this.log.push(recorded);
    }
    this.streams.set(stream, own);
    this.appended.emit();
    return { outcome: 'appended', revision: own.length - 1, position: this.log.length - 1 };
  }

  async readStream(stream: StreamName, options: ReadStreamOptions = {}): Promise<readonly RecordedEvent[]> {
    this.assertOpen();
    const own = this.streams.get(stream) ?? [];
    const limit = options.limit ?? own.length;
    if (options.direction === 'backwards') {
      return own
        .slice(0, (options.from ?? own.length - 1) + 1)
        .reverse()
        .slice(0, limit);
    }
    const from = options.from ?? 0;
    return own.slice(from, from + limit);
  }

  follow(options: FollowOptions): AsyncIterable<Batch> {
    return followLog(
      {
        page: (after, prefixes, limit) => this.page(after, prefixes, limit),
        onAppended: (listener) => this.appended.subscribe(listener),
      },
      options,
    );
  }

  private page(after: Position, prefixes: readonly string[], limit: number): Batch {
    this.assertOpen();
    const seen = this.log.slice(after + 1, after + 1 + limit);
    const checkpoint = seen.at(-1)?.position ?? after;
    return {
      events: seen.filter((event) => prefixes.some((prefix) => event.stream.startsWith(prefix))),
      checkpoint,
      caughtUp: checkpoint >= this.log.length - 1,
    };
  }

  async placeAfter(stream: StreamName, revision: Revision, after: Position): Promise<Position | undefined> {
    this.assertOpen();
    const position = this.streams.get(stream)?.[revision]?.position ?? -1;
    return position > after ? position : undefined;
  }

  async head(): Promise<Position> {
    this.assertOpen();
    return this.log.length - 1;
  }

  async ping(): Promise<void> {
    this.assertOpen();
  }

  async close(): Promise<void> {
    this.closed = true;
    this.appended.emit();
  }

  private assertOpen(): void {
    if (this.closed) throw new StoreUnavailable('event store', 'closed', 'the store was closed');
  }
}
