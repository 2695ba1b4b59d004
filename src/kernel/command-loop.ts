import { GENESIS_HASH, chainEvent, decodeMetadata } from './chain.js';
import type { EventCodec } from './codec.js';
import type { Decider } from './decider.js';
import { productError, type ProductError } from './errors.shared.js';
import type { ConsistencyToken, DomainEvent, NewEvent, RecordedEvent, Revision, StreamName } from './event.js';
import { err, ok, type Result } from './result.js';
import type { Traceparent } from './trace.js';

/** What the loop needs of an event store. */
export interface StreamLog {
  /**
   * Whether others append to the same streams. One append then waits for the one before it: an append names the revision it rests on and
   * not the event, so that where ours failed and theirs were as many it would follow events it knows nothing of.
   */
  readonly shared: boolean;
  append(stream: StreamName, expected: Revision, events: readonly NewEvent[]): Promise<{ readonly outcome: 'appended' } | { readonly outcome: 'conflict'; readonly actual: Revision }>;
  readStream(stream: StreamName, options: { readonly from?: Revision; readonly direction?: 'forwards' | 'backwards'; readonly limit?: number }): Promise<readonly RecordedEvent[]>;
}

/** One kind of streams: how it decides and how it is stored. */
export interface StreamKind<Command, State, Event extends DomainEvent> {
  readonly decider: Decider<Command, State, Event>;
  readonly codec: EventCodec<Event>;
  /** Events that say the whole state, so that a load may begin at the last of them. */
  readonly checkpoints?: {
    readonly type: Event['type'];
    /** The revision of an earlier checkpoint that must be folded before this one, if any. */
    readonly previous: (checkpoint: Event) => Revision | undefined;
  };
}

export interface CommandLoopOptions {
  readonly log: StreamLog;
  /** Tells a store out of reach from a fault of the program. */
  readonly isUnavailable: (error: unknown) => boolean;
  /** Hears what put a store out of reach when callers are asked to try again, for the log. */
  readonly onUnavailable?: (error: unknown) => void;
  /** Runs something in the next turn of the event loop: what comes in during this turn is decided together. */
  readonly defer?: (run: () => void) => void;
  /** How many streams' states are kept; default 20,000. */
  readonly cachedStreams?: number;
  /** Commands that may wait, over all streams, before further ones are asked to try again; default 50,000. */
  readonly maxWaiting?: number;
  /** Tries after conflicts with another writer before the caller is asked to try again; default 8. */
  readonly attempts?: number;
}

/** What became of a command: where its stream stands, and the events it led to (none when it had been carried out before). */
export interface CarriedOut<Event> {
  readonly token: ConsistencyToken;
  readonly events: readonly Event[];
}

type Answer<Event> = Result<CarriedOut<Event>, ProductError>;

interface Pending<Command, Event> {
  readonly command: Command;
  readonly causedBy: string | undefined;
  readonly traceparent: Traceparent | undefined;
  readonly resolve: (answer: Answer<Event>) => void;
  readonly reject: (error: unknown) => void;
}

type Group<Command, Event> = readonly Pending<Command, Event>[];

/** One stream: the commands that wait for it, and its state as it was last known. */
interface Line<Command, State, Event> {
  readonly stream: StreamName;
  /** Made for those who wait, and never kept for the next: an empty list that has grown old would hold on to whoever comes into it. */
  waiting: Pending<Command, Event>[] | undefined;
  isScheduled: boolean;
  /** Appends in progress, one resting on the other. */
  inFlight: number;
  /** To be decided on what the store has, in order, as soon as nothing is in progress; no one else is served before. */
  again: Group<Command, Event>[] | undefined;
  isDecidingAnew: boolean;
  /** What the appends in progress lead to, for who decides next; undefined when one of them has failed. */
  known: Folded<State> | undefined;
  /** What the store was last known to have; the same when nothing is in progress. */
  stored: Folded<State> | undefined;
}

/** A stream's state where it was read to. */
interface Folded<State> {
  readonly state: State;
  readonly revision: Revision;
  readonly hash: string;
}

interface Plan<State, Event> {
  readonly after: Folded<State>;
  readonly events: readonly NewEvent[];
  /** Of the commands that found room, the first of the group. */
  readonly outcomes: readonly (Answer<Event> | { readonly thrown: unknown })[];
}

const MAX_AT_ONCE = 1_024;
/** Commands of one append while others of the same stream are in progress: few enough that those who wait are spread over several. */
const PIPELINE_BATCH = 32;
/** Appends in progress for one stream that no one else writes. */
const MAX_IN_FLIGHT = 32;
/**
 * Characters of data and metadata in one append, unless a single command leads to more: at three bytes each, with types and ids beside
 * them, less than the megabyte that EventStoreDB takes by default.
 */
const MAX_CHARACTERS = 256 * 1024;
const READ_AT_ONCE = 256;
/** Streams that one call looks at to forget them: more than one, so that a time of many streams in use is made up for. */
const LOOKS_AT_ONCE = 8;

/** Takes the first so many of those who wait. */
function takeGroup<Command, State, Event>(line: Line<Command, State, Event>, waiting: readonly Pending<Command, Event>[], limit: number): Group<Command, Event> {
  line.waiting = waiting.length > limit ? waiting.slice(limit) : undefined;
  return waiting.length > limit ? waiting.slice(0, limit) : waiting;
}

/**
 * Reads, folds, decides, appends at the revision read, and begins again when someone else was faster (adr/0005).
 * Commands that wait for the same stream are decided in sequence and appended a group at a time; where no one else writes, the
 * next group on what those in progress lead to: an append then only succeeds when all it rests on has been stored. No one is answered before.
 * The folded state is cached by stream and revision; the cache is only a speed-up, for an append at a stale revision is a
 * conflict and an answer without events is checked against the store.
 */
export class CommandLoop<Command, State, Event extends DomainEvent> {
  private readonly lines = new Map<StreamName, Line<Command, State, Event>>();
  private ready: Line<Command, State, Event>[] = [];
  private waiting = 0;
  private readonly defer: (run: () => void) => void;
  private readonly maxInFlight: number;

  constructor(
    private readonly kind: StreamKind<Command, State, Event>,
    private readonly options: CommandLoopOptions,
  ) {
    this.defer = options.defer ?? setImmediate;
    this.maxInFlight = options.log.shared ? 1 : MAX_IN_FLIGHT;
  }

  /**
   * Carries one command out.
   * @param causedBy opaque id of the message or policy behind it, kept with its events
   * @param traceparent the recorded trace it belongs to, if any, kept with its events
   * @returns `TRY_AGAIN` when too many wait, the store is out of reach or others kept being faster: nothing is then known, and asking
   *   again is safe because the decider recognises what it has done
   * @throws what the decider throws, or UnreadableEvent when the stream cannot be read
   */
  execute(stream: StreamName, command: Command, causedBy?: string, traceparent?: Traceparent): Promise<Answer<Event>> {
    return new Promise((resolve, reject) => {
      if (this.waiting >= (this.options.maxWaiting ?? 50_000)) return resolve(err(productError('TRY_AGAIN')));
      const line = this.line(stream);
      this.waiting += 1;
      const pending = { command, causedBy, traceparent, resolve, reject };
      if (line.waiting === undefined) line.waiting = [pending];
      else line.waiting.push(pending);
      this.schedule(line);
    });
  }

  private line(stream: StreamName): Line<Command, State, Event> {
    const found = this.lines.get(stream);
    if (found !== undefined) return found;
    const line: Line<Command, State, Event> = { stream, waiting: undefined, isScheduled: false, inFlight: 0, again: undefined, isDecidingAnew: false, known: undefined, stored: undefined };
    this.dropOldest();
    this.lines.set(stream, line);
    return line;
  }

  /** Forgets the streams that have been known longest, to make room for one; one that is in use counts as new. */
  private dropOldest(): void {
    const limit = this.options.cachedStreams ?? 20_000;
    let looks = 0;
    for (const [stream, line] of this.lines) {
      if (this.lines.size < limit || looks === LOOKS_AT_ONCE) return;
      looks += 1;
      this.lines.delete(stream);
      if (line.isScheduled || line.inFlight > 0 || line.again !== undefined || line.waiting !== undefined) this.lines.set(stream, line);
    }
  }

  /** Has a line served in the next turn, unless it is so already or has to wait for what is in progress. */
  private schedule(line: Line<Command, State, Event>): void {
    if (line.waiting === undefined || line.isScheduled || line.again !== undefined || line.inFlight >= this.maxInFlight) return;
    line.isScheduled = true;
    this.ready.push(line);
    if (this.ready.length > 1) return;
    this.defer(() => {
      const { ready } = this;
      this.ready = [];
      for (const one of ready) this.serve(one);
    });
  }

  /** Serves those who wait now, group by group; those who come meanwhile are served after. */
  private serve(line: Line<Command, State, Event>): void {
    line.isScheduled = false;
    while (line.waiting !== undefined && line.again === undefined && line.inFlight < this.maxInFlight) {
      const { known } = line;
      let group = takeGroup(line, line.waiting, known === undefined || this.maxInFlight === 1 ? MAX_AT_ONCE : PIPELINE_BATCH);
      const plan = known === undefined ? undefined : this.plan(line.stream, known, group);
      if (plan !== undefined && plan.outcomes.length < group.length) {
        line.waiting = [...group.slice(plan.outcomes.length), ...(line.waiting ?? [])];
        group = group.slice(0, plan.outcomes.length);
      }
      // Without events no append will tell whether the state was stale.
      if (known === undefined || plan === undefined || plan.events.length === 0) line.again = [group];
      else this.launch(line, group, known, plan);
    }
    this.proceed(line);
  }

  /** The usual way: what was decided on the state in memory is written and answered, unless someone else was faster. */
  private launch(line: Line<Command, State, Event>, group: Group<Command, Event>, from: Folded<State>, { after, events, outcomes }: Plan<State, Event>): void {
    line.inFlight += 1;
    line.known = after;
    this.options.log.append(line.stream, from.revision, events).then(
      (result) => {
        if (result.outcome === 'appended') {
          if (after.revision > (line.stored?.revision ?? -1)) line.stored = after;
          this.resolveGroup(group, outcomes);
        } else {
          // It has not happened, nor what was decided on it.
          line.known = undefined;
          (line.again ??= []).push(group);
        }
        this.onSettled(line);
      },
      (error: unknown) => {
        this.fail(line, group, error);
        this.onSettled(line);
      },
    );
  }

  private onSettled(line: Line<Command, State, Event>): void {
    line.inFlight -= 1;
    this.proceed(line);
  }

  private proceed(line: Line<Command, State, Event>): void {
    if (line.again === undefined) return this.schedule(line);
    if (line.inFlight > 0 || line.isDecidingAnew) return;
    line.isDecidingAnew = true;
    void this.decideAllAnew(line, line.again).then(() => {
      line.isDecidingAnew = false;
      line.again = undefined;
      this.schedule(line);
    });
  }

  /** Never throws: a fault is its group's. */
  private async decideAllAnew(line: Line<Command, State, Event>, groups: readonly Group<Command, Event>[]): Promise<void> {
    for (const group of groups) {
      let rest = group;
      try {
        while (rest.length > 0) rest = rest.slice(await this.decideAnew(line, rest));
      } catch (error) {
        this.fail(line, rest, error);
      }
    }
  }

  private fail(line: Line<Command, State, Event>, group: Group<Command, Event>, error: unknown): void {
    line.known = undefined;
    line.stored = undefined;
    const unavailable = this.options.isUnavailable(error);
    if (unavailable) this.options.onUnavailable?.(error);
    this.waiting -= group.length;
    for (const pending of group) {
      if (unavailable) pending.resolve(err(productError('TRY_AGAIN')));
      else pending.reject(error);
    }
  }

  /**
   * Decides on what the store has, folded on from what it is known to have had, and again when someone else was faster.
   * @returns how many have been answered, the first of the group
   */
  private async decideAnew(line: Line<Command, State, Event>, group: Group<Command, Event>): Promise<number> {
    const { stream, stored } = line;
    line.known = undefined;
    let folded = stored === undefined ? await this.load(stream) : await this.foldForward(stream, stored);
    for (let attempt = 1; attempt <= (this.options.attempts ?? 8); attempt += 1) {
      const { after, events, outcomes } = this.plan(stream, folded, group);
      const result = events.length === 0 ? undefined : await this.options.log.append(stream, folded.revision, events);
      if (result === undefined || result.outcome === 'appended') {
        line.known = after;
        line.stored = after;
        this.resolveGroup(group.slice(0, outcomes.length), outcomes);
        return outcomes.length;
      }
      folded = result.actual < folded.revision ? await this.load(stream) : await this.foldForward(stream, folded);
    }
    this.waiting -= group.length;
    for (const { resolve } of group) resolve(err(productError('TRY_AGAIN')));
    return group.length;
  }

  /** Decides one command after another, each on the state that those before it lead to, until an append is full. */
  private plan(stream: StreamName, from: Folded<State>, group: readonly Pending<Command, Event>[]): Plan<State, Event> {
    const { decider, codec } = this.kind;
    const events: NewEvent[] = [];
    const outcomes: (Answer<Event> | { readonly thrown: unknown })[] = [];
    let after = from;
    let characters = 0;
    for (const { command, causedBy, traceparent } of group) {
      const before = events.length;
      try {
        const decided = decider.decide(command, after.state);
        if (!decided.ok) {
          outcomes.push(decided);
          continue;
        }
        let { state, revision, hash } = after;
        let size = 0;
        for (const event of decided.value) {
          const { type, version, data } = codec.encode(event);
          revision += 1;
          const chained = chainEvent(hash, { stream, revision, type, version, at: event.at, causedBy, traceparent, data });
          ({ hash } = chained);
          events.push(chained.event);
          size += chained.event.data.length + chained.event.metadata.length;
        }
        if (before > 0 && characters + size > MAX_CHARACTERS) {
          events.length = before;
          break;
        }
        characters += size;
        // Not before it is known to find room: what is folded twice from one state is copied.
        for (const event of decided.value) state = decider.evolve(state, event);
        // Only what has gone right to its end counts: a fault falls on its own command, and leaves nothing of it.
        after = { state, revision, hash };
        outcomes.push(ok({ token: { stream, revision }, events: decided.value }));
      } catch (thrown) {
        events.length = before;
        outcomes.push({ thrown });
      }
    }
    return { after, events, outcomes };
  }

  /** Only now, when all is written, is anybody told: what one was answered may rest on the events of another. */
  private resolveGroup(group: Group<Command, Event>, outcomes: Plan<State, Event>['outcomes']): void {
    this.waiting -= group.length;
    for (let index = 0; index < group.length; index += 1) {
      const outcome = outcomes[index];
      if (outcome === undefined || 'thrown' in outcome) group[index]?.reject(outcome?.thrown);
      else group[index]?.resolve(outcome);
    }
  }

  private async load(stream: StreamName): Promise<Folded<State>> {
    const tail: RecordedEvent[] = [];
    let first: RecordedEvent | undefined;
    do {
      const page: readonly RecordedEvent[] = await this.options.log.readStream(stream, { direction: 'backwards', limit: READ_AT_ONCE, ...(first === undefined ? {} : { from: first.revision - 1 }) });
      for (const event of page) {
        first = event;
        tail.push(event);
        if (event.type === this.kind.checkpoints?.type) break;
      }
      if (page.length === 0) break;
    } while (first !== undefined && first.revision > 0 && first.type !== this.kind.checkpoints?.type);
    tail.reverse();
    const before = first === undefined || first.revision === 0 ? [] : await this.earlierCheckpoints(stream, first);
    return this.fold({ state: this.kind.decider.initial, revision: -1, hash: GENESIS_HASH }, [...before, ...tail]);
  }

  /** The checkpoints before this one that it still rests on, oldest first. */
  private async earlierCheckpoints(stream: StreamName, last: RecordedEvent): Promise<RecordedEvent[]> {
    const found: RecordedEvent[] = [];
    let revision = this.kind.checkpoints?.previous(this.kind.codec.decode(last).event);
    while (revision !== undefined) {
      const [page] = await this.options.log.readStream(stream, { from: revision, direction: 'backwards', limit: 1 });
      if (page === undefined) throw new Error(`${stream} has no event ${revision}`);
      found.push(page);
      revision = this.kind.checkpoints?.previous(this.kind.codec.decode(page).event);
    }
    return found.reverse();
  }

  private async foldForward(stream: StreamName, folded: Folded<State>): Promise<Folded<State>> {
    return this.fold(folded, await this.options.log.readStream(stream, { from: folded.revision + 1 }));
  }

  private fold(from: Folded<State>, events: readonly RecordedEvent[]): Folded<State> {
    const { decider, codec } = this.kind;
    const state = events.reduce((before, recorded) => decider.evolve(before, codec.decode(recorded).event), from.state);
    const last = events.at(-1);
    return last === undefined ? from : { state, revision: last.revision, hash: decodeMetadata(last.metadata).hash };
  }
}
