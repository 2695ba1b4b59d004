import { GENESIS_HASH, verifyChain, type ChainVerdict } from '../../kernel/event-sourcing/chain.js';
import type { LoggedEvent, Position, RecordedEvent, Revision, StreamName } from '../../kernel/event-sourcing/event.js';
import type { EventStore } from '../event-store/port.js';
import type { Progress } from './progress.js';
import { MigrationRefused } from './side.js';

const READ_AT_ONCE = 2_000;
/** Maximum events per append, far below the limit of any store. */
const MAX_EVENTS = 200;
const MAX_CHARACTERS = 200_000;

/** The last event of a stream. */
export interface Head {
  readonly revision: Revision;
  readonly id: string;
}

/**
 * Reads a log once, in order, from the event after a position to its current end.
 * @throws StoreUnavailable
 */
export async function* walkLog(
  log: Pick<EventStore, 'follow'>,
  after: Position = -1,
): AsyncGenerator<LoggedEvent, void, undefined> {
  const stop = new AbortController();
  try {
    for await (const batch of log.follow({ after, prefixes: [''], batchSize: READ_AT_ONCE, signal: stop.signal })) {
      yield* batch.events;
      if (batch.caughtUp) return;
    }
  } finally {
    stop.abort();
  }
}

/** The last event of every stream of a log. @throws StoreUnavailable */
export async function headsOf(log: Pick<EventStore, 'follow'>): Promise<ReadonlyMap<StreamName, Head>> {
  const heads = new Map<StreamName, Head>();
  for await (const { stream, revision, id } of walkLog(log)) heads.set(stream, { revision, id });
  return heads;
}

/**
 * Checks that every stream of the target is a prefix of the source's. An event's id covers all earlier events of its
 * stream (kernel/event-sourcing/chain.ts), so the last event is enough.
 * @throws MigrationRefused with the stream that is not
 */
export async function assertBeginnings(
  source: Pick<EventStore, 'readStream'>,
  target: ReadonlyMap<StreamName, Head>,
): Promise<void> {
  for (const [stream, { revision, id }] of target) {
    const [same] = await source.readStream(stream, { from: revision, limit: 1 });
    if (same?.id === id) continue;
    const what =
      same === undefined
        ? `event ${revision}, which the source does not have`
        : `another event ${revision} than the source`;
    throw new MigrationRefused(
      `The target is not an earlier state of the source: its stream ${stream} holds ${what}. Nothing was changed.`,
    );
  }
}

type Broken = Extract<ChainVerdict, { readonly intact: false }>;

/** Follows the chain of every stream while a log is read. Memory use grows with streams, not with events. */
export class Chains {
  readonly broken = new Map<StreamName, Broken>();
  readonly ends = new Map<StreamName, { readonly revision: Revision; readonly hash: string }>();
  events = 0;

  take(event: RecordedEvent): void {
    this.events += 1;
    const { stream } = event;
    if (this.broken.has(stream)) return;
    const verdict = verifyChain([event], this.ends.get(stream) ?? { revision: -1, hash: GENESIS_HASH });
    if (verdict.intact) this.ends.set(stream, { revision: verdict.revision, hash: verdict.hash });
    else this.broken.set(stream, verdict);
  }

  /** Streams whose last link differs, or exists on one side only. */
  differences(other: Chains): readonly StreamName[] {
    const streams = new Set([...this.ends.keys(), ...other.ends.keys()]);
    return [...streams].filter((stream) => this.ends.get(stream)?.hash !== other.ends.get(stream)?.hash);
  }
}

/**
 * Appends missing events to the target in the order of the source's log, one append at a time. After a crash it
 * continues at the end of the target's streams, because each append names the revision before it.
 * @param target the last event of every stream there, each a prefix of the source's
 * @param see receives every event of the source
 * @returns number of appended events
 * @throws StoreUnavailable; run it again. MigrationRefused if someone else writes to the target
 */
export async function copyEvents(
  from: EventStore,
  to: EventStore,
  target: ReadonlyMap<StreamName, Head>,
  see: (event: LoggedEvent) => void,
  progress: Progress,
): Promise<number> {
  let seen = 0;
  let copied = 0;
  let run: RecordedEvent[] = [];
  let characters = 0;
  const flush = async (): Promise<void> => {
    const [first] = run;
    if (first === undefined) return;
    const events = run.map(({ id, type, data, metadata }) => ({ id, type, data, metadata }));
    const result = await to.append(first.stream, first.revision - 1, events);
    if (result.outcome === 'conflict')
      throw new MigrationRefused(
        `Something else writes to the target: its stream ${first.stream} ends at event ${result.actual}, not ${first.revision - 1}. Stop it and run this again.`,
      );
    copied += run.length;
    run = [];
    characters = 0;
  };
  for await (const event of walkLog(from)) {
    see(event);
    seen += 1;
    if (event.revision > (target.get(event.stream)?.revision ?? -1)) {
      const size = event.data.length + event.metadata.length;
      const isFull = run.length >= MAX_EVENTS || characters + size > MAX_CHARACTERS;
      if (isFull || run[0]?.stream !== event.stream) await flush();
      run.push(event);
      characters += size;
    }
    progress.soon(() => `events: ${seen} read, ${copied} copied …`);
  }
  await flush();
  return copied;
}
