import { GENESIS_HASH, chainEvent, decodeMetadata } from './chain.js';
import type { EventCodec } from './codec.js';
import type { Decider } from './decider.js';
import { productError, type ProductError } from '../errors.shared.js';
import type { ConsistencyToken, DomainEvent, NewEvent, RecordedEvent, Revision, StreamName } from './event.js';
import { err, ok, type Result } from '../result.js';
import type { Traceparent } from '../trace.js';

/** The loop's requirements on an event store. */
export interface StreamLog {
  /** Whether others append too. Appends then run one by one: one after a failed append could follow unread events. */
  readonly shared: boolean;
  append(
    stream: StreamName,
    expected: Revision,
    events: readonly NewEvent[],
  ): Promise<{ readonly outcome: 'appended' } | { readonly outcome: 'conflict'; readonly actual: Revision }>;
  readStream(
    stream: StreamName,
    options: { readonly from?: Revision; readonly direction?: 'forwards' | 'backwards'; readonly limit?: number },
  ): Promise<readonly RecordedEvent[]>;
}

/** A category of streams: its decider and its codec. */
export interface StreamKind<Command, State, Event extends DomainEvent> {
  readonly decider: Decider<Command, State, Event>;
  readonly codec: EventCodec<Event>;
  /** Events that contain the whole state, so that loading may start at the latest one. */
  readonly checkpoints?: {
    readonly type: Event['type'];
    /** The revision of an earlier checkpoint that must be folded first, if any. */
    readonly previous: (checkpoint: Event) => Revision | undefined;
  };
}

export interface CommandLoopOptions {
  readonly log: StreamLog;
  /** Separates an unreachable store from a program fault. */
  readonly isUnavailable: (error: unknown) => boolean;
  /** Called with the cause when the store is unreachable and callers get `TRY_AGAIN`, for the log. */
  readonly onUnavailable?: (error: unknown) => void;
  /** Schedules work for the next turn of the event loop: commands received in this turn are decided together. */
  readonly defer?: (run: () => void) => void;
  /** Maximum number of cached stream states; default 20,000. */
  readonly cachedStreams?: number;
  /** Maximum waiting commands over all streams, above which new ones get `TRY_AGAIN`; default 50,000. */
  readonly maxWaiting?: number;
  /** Retries after conflicts with another writer before the caller gets `TRY_AGAIN`; default 8. */
  readonly attempts?: number;
}

/** The result of a command: its stream's revision, and the new events (none when it was carried out before). */
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

/** One stream: its waiting commands and its latest known state. */
interface Line<Command, State, Event> {
  readonly stream: StreamName;
  /** Replaced rather than reused: an empty array in the old generation would keep new commands alive. */
  waiting: Pending<Command, Event>[] | undefined;
  isScheduled: boolean;
  /** Appends in progress, each based on the one before. */
  inFlight: number;
  /**
   * Commands to be decided on a freshly read state, in order, once no append is in progress; they go before all others.
   */
  again: Group<Command, Event>[] | undefined;
  isDecidingAnew: boolean;
  /** The state after the appends in progress, for the next decision; undefined when one of them has failed. */
  known: Folded<State> | undefined;
  /** The latest state known to be stored; equal to `known` when nothing is in progress. */
  stored: Folded<State> | undefined;
}

/** A stream's state and the revision up to which it was read. */
interface Folded<State> {
  readonly state: State;
  readonly revision: Revision;
  readonly hash: string;
}

interface Plan<State, Event> {
  readonly after: Folded<State>;
  readonly events: readonly NewEvent[];
  /** The first commands of the group, those that fitted. */
  readonly outcomes: readonly (Answer<Event> | { readonly thrown: unknown })[];
}

const MAX_AT_ONCE = 1_024;
/**
 * Maximum commands of one append while other appends of the stream are in progress, so that waiting commands are spread
 * over several.
 */
const PIPELINE_BATCH = 32;
/** Maximum concurrent appends of one stream without other writers. */
const MAX_IN_FLIGHT = 32;
/**
 * Maximum characters of data and metadata in one append, unless a single command exceeds it: at three bytes each, plus
 * types and ids, less than EventStoreDB's default limit of one megabyte.
 */
const MAX_CHARACTERS = 256 * 1024;
const READ_AT_ONCE = 256;
/**
 * Streams examined for eviction per call; more than one, so that the cache shrinks again after many streams were in
 * use.
 */
const LOOKS_AT_ONCE = 8;

/** Takes up to the given number of waiting commands. */
function takeGroup<Command, State, Event>(
  line: Line<Command, State, Event>,
  waiting: readonly Pending<Command, Event>[],
  limit: number,
): Group<Command, Event> {
  line.waiting = waiting.length > limit ? waiting.slice(limit) : undefined;
  return waiting.length > limit ? waiting.slice(0, limit) : waiting;
}

/**
 * Reads, folds, decides, appends at the revision read, and retries after a conflict (adr/0005). A stream's commands are
 * decided in sequence and appended in groups. Without other writers, the next group is decided on the state after the
 * appends in progress and succeeds only if they were stored. Answers are given only after the append. States are
 * cached; a stale one cannot cause errors: its append conflicts, and an answer without events is checked against the
 * store.
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
   * Executes one command.
   * @param causedBy opaque id of the message or policy that caused it, stored with its events
   * @param traceparent the recorded trace it belongs to, if any, stored with its events
   * @returns `TRY_AGAIN` when too many commands wait, the store is unreachable, or conflicts persist: the outcome is
   *   then unknown, and a retry is safe because the decider recognises a command it has carried out
   * @throws the decider's errors, or UnreadableEvent when the stream cannot be read. Callers of the API then get
   *   TRY_AGAIN if a newer program wrote the event; a policy parks the stream (adr/0086)
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
    const line: Line<Command, State, Event> = {
      stream,
      waiting: undefined,
      isScheduled: false,
      inFlight: 0,
      again: undefined,
      isDecidingAnew: false,
      known: undefined,
      stored: undefined,
    };
    this.dropOldest();
    this.lines.set(stream, line);
    return line;
  }

  /** Evicts the oldest streams from the cache; a stream in use is treated as new. */
  private dropOldest(): void {
    const limit = this.options.cachedStreams ?? 20_000;
    let looks = 0;
    for (const [stream, line] of this.lines) {
      if (this.lines.size < limit || looks === LOOKS_AT_ONCE) return;
      looks += 1;
      this.lines.delete(stream);
      if (line.isScheduled || line.inFlight > 0 || line.again !== undefined || line.waiting !== undefined)
        this.lines.set(stream, line);
    }
  }

  /** Schedules a stream for the next turn, unless it is scheduled already or must wait for an append. */
  private schedule(line: Line<Command, State, Event>): void {
    if (line.waiting === undefined || line.isScheduled || line.again !== undefined || line.inFlight >= this.maxInFlight)
      return;
    line.isScheduled = true;
    this.ready.push(line);
    if (this.ready.length > 1) return;
    this.defer(() => {
      const { ready } = this;
      this.ready = [];
      for (const one of ready) this.serve(one);
    });
  }

  /** Serves the commands that wait now, in groups; later ones are served afterwards. */
  private serve(line: Line<Command, State, Event>): void {
    line.isScheduled = false;
    while (line.waiting !== undefined && line.again === undefined && line.inFlight < this.maxInFlight) {
      const { known } = line;
      let group = takeGroup(
        line,
        line.waiting,
        known === undefined || this.maxInFlight === 1 ? MAX_AT_ONCE : PIPELINE_BATCH,
      );
      const plan = known === undefined ? undefined : this.plan(line.stream, known, group);
      if (plan !== undefined && plan.outcomes.length < group.length) {
        line.waiting = [...group.slice(plan.outcomes.length), ...(line.waiting ?? [])];
        group = group.slice(0, plan.outcomes.length);
      }
      // Without events there is no append that would detect a stale state.
      if (known === undefined || plan === undefined || plan.events.length === 0) line.again = [group];
      else this.launch(line, group, known, plan);
    }
    this.proceed(line);
  }

  /** The normal path: decides on the cached state, appends and answers, unless there is a conflict. */
  private launch(
    line: Line<Command, State, Event>,
    group: Group<Command, Event>,
    from: Folded<State>,
    { after, events, outcomes }: Plan<State, Event>,
  ): void {
    line.inFlight += 1;
    line.known = after;
    this.options.log.append(line.stream, from.revision, events).then(
      (result) => {
        if (result.outcome === 'appended') {
          if (after.revision > (line.stored?.revision ?? -1)) line.stored = after;
          this.resolveGroup(group, outcomes);
        } else {
          // This append was not stored, so decisions based on it are invalid.
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

  /** Never throws: an error belongs to its group. */
  private async decideAllAnew(
    line: Line<Command, State, Event>,
    groups: readonly Group<Command, Event>[],
  ): Promise<void> {
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
   * Decides on the stored state, folded on from the cached one, and retries after conflicts.
   * @returns how many commands of the group, from the first, were answered
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

  /** Decides commands in sequence, each on the state after the ones before, until an append is full. */
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
          const chained = chainEvent(hash, {
            stream,
            revision,
            type,
            version,
            at: event.at,
            causedBy,
            traceparent,
            data,
          });
          ({ hash } = chained);
          events.push(chained.event);
          size += chained.event.data.length + chained.event.metadata.length;
        }
        if (before > 0 && characters + size > MAX_CHARACTERS) {
          events.length = before;
          break;
        }
        characters += size;
        // Folded only when it is known to fit: folding twice from one state copies it.
        for (const event of decided.value) state = decider.evolve(state, event);
        // Only a completed decision counts: an error affects its own command only.
        after = { state, revision, hash };
        outcomes.push(ok({ token: { stream, revision }, events: decided.value }));
      } catch (thrown) {
        events.length = before;
        outcomes.push({ thrown });
      }
    }
    return { after, events, outcomes };
  }

  /**
   * Commands are answered only after the whole group was stored, because an answer may depend on events of another
   * command.
   */
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
      const page: readonly RecordedEvent[] = await this.options.log.readStream(stream, {
        direction: 'backwards',
        limit: READ_AT_ONCE,
        ...(first === undefined ? {} : { from: first.revision - 1 }),
      });
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

  /** The earlier checkpoints that this one needs, oldest first. */
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
