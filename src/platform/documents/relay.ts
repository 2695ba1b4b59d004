import { z } from 'zod';
import type { Clock, Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { exponentialBackoff } from '../concurrency/backoff.js';
import type { Logs } from '../http/logs.js';
import { StoreUnavailable } from '../unavailable.js';
import type { Collection, DocumentStore, PendingMessage, Versioned } from './port.js';

/**
 * Someone who is given messages, at least once and in order per document. What it does must be safe to do again: the
 * ids of what it causes follow from the message's id (or from the ids inside it), so that a repeat is recognised by
 * whoever carries it out.
 */
export interface MessageConsumer {
  /** Never changes: what is set aside goes by it. */
  readonly name: string;
  /** The types of messages it wants. */
  readonly types: readonly string[];
  /** @throws StoreUnavailable to be given it again soon; anything else, several times, sets the message aside */
  handle(message: PendingMessage): Promise<void>;
}

const parkedMessage = z.object({
  consumer: z.string(),
  reason: z.string(),
  at: z.int(),
  sequence: z.int(),
  message: z.object({
    id: z.string(),
    type: z.string(),
    data: z.json(),
    collection: z.string(),
    documentId: z.string(),
    sequence: z.int(),
  }),
});
/** A message that a consumer rejected, or that follows a rejected one of the same document. */
export type ParkedMessage = z.infer<typeof parkedMessage>;

export interface RelayOptions {
  readonly documents: DocumentStore;
  readonly clock: Clock;
  readonly log: Logs;
  /** `Metrics` of platform/telemetry is one. */
  readonly gauge: { parked(reader: string, count: number): void };
  /** Attempts before a message is parked; default 5. */
  readonly attempts?: number;
  /** Polling interval, and pause after a first failure; default 1,000 ms. */
  readonly everyMs?: number;
  /** Each further failure doubles the pause, up to this; default 30,000 ms. */
  readonly maxPauseMs?: number;
}

export const PARKED_MESSAGES = { name: 'parked_messages', indexes: [['consumer', 'sequence']] } as const;
const READ_AT_ONCE = 500;
const PAGE = 500;

/** The message at which delivery of a document is blocked. */
interface Pause {
  /** The consumer and the message. */
  readonly attempt: string;
  /** Failed attempts that count towards parking. */
  readonly faults: number;
  readonly tries: number;
  readonly until: number;
}

/** The document of a message: its messages are delivered in order. */
const subject = (message: PendingMessage): string => `${message.collection}/${message.documentId}`;
const parkingKey = (consumer: string, message: PendingMessage): string => `${consumer} ${subject(message)}`;

/**
 * Delivers stored messages to their consumers and settles a message when all have received it. A failing message is
 * retried with growing pauses, then parked together with later messages of its document, for that consumer only, logged
 * as an error and counted. Other documents are not affected. Pauses are kept in memory: a new process retries
 * immediately.
 */
export class Relay {
  private readonly consumers: MessageConsumer[] = [];
  /** Documents with a paused delivery, by subject. */
  private readonly pauses = new Map<string, Pause>();
  /** Consumers that have received a message that others have not. */
  private readonly handled = new Set<string>();
  private readonly parkedSubjects = new Map<string, number>();
  private parkedMessages: Collection<ParkedMessage> | undefined;
  private isComplete = false;
  private stopListening: (() => void) | undefined;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  /** What the next pass reads: messages after those seen, or all. */
  private wanted: 'nothing' | 'new' | 'all' = 'nothing';
  /** Every message up to here is settled or belongs to a paused document. */
  private seenTo = 0;
  private stopped = false;

  private readonly backoff: (failures: number) => Millis;

  constructor(private readonly options: RelayOptions) {
    this.backoff = exponentialBackoff({ firstMs: this.everyMs, maxMs: this.maxPauseMs });
  }

  /** Adds a consumer. Call before `start`, or messages of its types would be settled without it. */
  register(consumer: MessageConsumer): void {
    if (this.isComplete) throw new Error(`${consumer.name} was registered after the relay started`);
    if (this.consumers.some((other) => other.name === consumer.name))
      throw new Error(`two consumers are called ${consumer.name}`);
    this.consumers.push(consumer);
  }

  /**
   * Starts delivery: soon after each message is stored, and once per second as a fallback. A restart forgets all state,
   * because another process may have delivered in between.
   * @throws StoreUnavailable
   */
  async start(): Promise<void> {
    for (const memory of [this.pauses, this.handled, this.parkedSubjects]) memory.clear();
    this.parkedMessages = undefined;
    this.seenTo = 0;
    this.isComplete = true;
    await this.open();
    this.stopped = false;
    this.stopListening = this.options.documents.onMessages(() => this.wake('new'));
    this.timer = setInterval(() => this.wake('all'), this.everyMs);
    this.timer.unref();
    this.wake('all');
  }

  /** Finishes the pass in progress and stops. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    this.stopListening?.();
    this.stopListening = undefined;
    await this.running;
  }

  /** Parked messages over all consumers. */
  get parked(): number {
    return [...this.parkedSubjects.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Parked messages, in order per consumer. @throws StoreUnavailable */
  async listParked(): Promise<readonly ParkedMessage[]> {
    const found: ParkedMessage[] = [];
    for (const { name } of this.consumers)
      found.push(...(await parkedOf(await this.open(), name)).map((item) => item.document));
    return found;
  }

  /**
   * Delivers a consumer's parked messages again, in order. Call after the cause was fixed.
   * @returns how many were accepted; stops at the first failure
   * @throws StoreUnavailable, or Error for an unknown consumer
   */
  async retryParked(consumerName: string): Promise<number> {
    const consumer = this.consumers.find((one) => one.name === consumerName);
    if (consumer === undefined) throw new Error(`no consumer is called ${consumerName}`);
    await this.running;
    let taken = 0;
    for (const item of await parkedOf(await this.open(), consumerName)) {
      const { message } = item.document;
      try {
        await consumer.handle(message);
      } catch (error) {
        if (error instanceof StoreUnavailable) throw error;
        this.options.log.error(
          { consumer: consumerName, type: message.type, messageId: message.id, err: error },
          'a parked message still cannot be handled',
        );
        return taken;
      }
      await (await this.open()).delete(item.id, item.version);
      this.count(parkingKey(consumerName, message), -1);
      taken += 1;
    }
    return taken;
  }

  /** Runs a pass now; resolves when all messages without a pause were tried once. */
  async settle(): Promise<void> {
    this.wake('all');
    while (this.running !== undefined) await this.running;
  }

  private get everyMs(): number {
    return this.options.everyMs ?? 1_000;
  }

  private wake(what: 'new' | 'all'): void {
    if (this.stopped) return;
    if (this.wanted !== 'all') this.wanted = what;
    this.running ??= this.runPasses().finally(() => {
      this.running = undefined;
    });
  }

  private async runPasses(): Promise<void> {
    while (this.wanted !== 'nothing' && !this.stopped) {
      const { wanted } = this;
      this.wanted = 'nothing';
      try {
        await this.open();
        await this.pass(wanted);
      } catch (error) {
        this.options.log.warn({ err: error }, 'messages could not be relayed; they are retried');
      }
    }
  }

  /** Processes all pending messages page by page. */
  private async pass(what: 'new' | 'all'): Promise<void> {
    const pending = new Set<string>();
    // A blocked document is skipped for the rest of the pass, or a later message could overtake.
    const held = new Set<string>(what === 'new' ? this.pauses.keys() : []);
    let after = what === 'new' ? this.seenTo : 0;
    for (let isLast = false; !isLast;) {
      if (this.stopped) return;
      const messages = await this.options.documents.pendingMessages(READ_AT_ONCE, after);
      await this.deliver(bySubject(messages), held, pending);
      after = messages.at(-1)?.sequence ?? after;
      this.seenTo = Math.max(this.seenTo, after);
      isLast = messages.length < READ_AT_ONCE;
    }
    // Settled by another process.
    if (what === 'all') for (const line of this.pauses.keys()) if (!pending.has(line)) this.pauses.delete(line);
  }

  private async deliver(
    lines: ReadonlyMap<string, readonly PendingMessage[]>,
    held: Set<string>,
    pending: Set<string>,
  ): Promise<void> {
    const settled: string[] = [];
    await Promise.all(
      [...lines].map(async ([name, line]) => {
        pending.add(name);
        if (held.has(name) || this.hasPause(name)) return void held.add(name);
        const taken = await this.serve(line);
        settled.push(...taken);
        if (taken.length < line.length) held.add(name);
      }),
    );
    if (settled.length > 0) await this.options.documents.settleMessages(settled);
    for (const id of settled) for (const { name } of this.consumers) this.handled.delete(`${name} ${id}`);
  }

  private hasPause(line: string): boolean {
    const left = (this.pauses.get(line)?.until ?? 0) - this.options.clock.now();
    // A longer pause than ever configured means that the clock was set back.
    return left > 0 && left <= this.maxPauseMs;
  }

  private get maxPauseMs(): number {
    return this.options.maxPauseMs ?? 30_000;
  }

  /**
   * Delivers one document's messages in order until one fails. @returns the ids of those that all consumers have
   * received
   */
  private async serve(line: readonly PendingMessage[]): Promise<readonly string[]> {
    const settled: string[] = [];
    for (const message of line) {
      for (const consumer of this.consumers) {
        if (!consumer.types.includes(message.type) || this.handled.has(`${consumer.name} ${message.id}`)) continue;
        if (!(await this.give(consumer, message))) return settled;
        this.handled.add(`${consumer.name} ${message.id}`);
      }
      this.pauses.delete(subject(message));
      settled.push(message.id);
    }
    return settled;
  }

  /** @returns false when the message must be retried */
  private async give(consumer: MessageConsumer, message: PendingMessage): Promise<boolean> {
    try {
      if (this.parkedSubjects.has(parkingKey(consumer.name, message)))
        await this.park(consumer.name, message, 'an earlier message of its document is parked');
      else await consumer.handle(message);
      return true;
    } catch (error) {
      const fields = { consumer: consumer.name, type: message.type, messageId: message.id, err: error };
      const { faults } = this.pause(consumer, message, error instanceof StoreUnavailable ? 0 : 1);
      if (error instanceof StoreUnavailable || faults < (this.options.attempts ?? 5)) {
        this.options.log.warn(fields, 'a message could not be handled; it is retried');
        return false;
      }
      this.options.log.error(
        fields,
        'a message cannot be handled; it is parked with the later messages of its document',
      );
      return this.park(
        consumer.name,
        message,
        error instanceof Error ? `${error.name}: ${error.message}` : String(error),
      ).then(
        () => true,
        (reason: unknown) => {
          this.options.log.warn({ ...fields, err: reason }, 'a message could not be parked; it is retried');
          return false;
        },
      );
    }
  }

  private pause(consumer: MessageConsumer, message: PendingMessage, faults: 0 | 1): Pause {
    const attempt = `${consumer.name} ${message.id}`;
    const known = this.pauses.get(subject(message));
    const before = known?.attempt === attempt ? known : { faults: 0, tries: 0 };
    const tries = before.tries + 1;
    const made = {
      attempt,
      faults: before.faults + faults,
      tries,
      until: this.options.clock.now() + this.backoff(tries),
    };
    this.pauses.set(subject(message), made);
    return made;
  }

  private async park(consumer: string, message: PendingMessage, reason: string): Promise<void> {
    const { id, type, data, collection, documentId, sequence } = message;
    const document: ParkedMessage = {
      consumer,
      reason: reason.slice(0, 1_000),
      at: this.options.clock.now(),
      sequence,
      message: { id, type, data: z.json().parse(data), collection, documentId, sequence },
    };
    // Already parked by a process that crashed before settling it: keep that record.
    const result = await (await this.open()).put({ id: `${consumer} ${id}`, document, expectedVersion: 0 });
    if (result === 'written') this.count(parkingKey(consumer, message), 1);
  }

  private count(key: string, change: number): void {
    const count = (this.parkedSubjects.get(key) ?? 0) + change;
    if (count > 0) this.parkedSubjects.set(key, count);
    else this.parkedSubjects.delete(key);
    this.options.gauge.parked('relay', this.parked);
  }

  /** Opens the collection of parked messages and loads which documents are blocked. */
  private async open(): Promise<Collection<ParkedMessage>> {
    if (this.parkedMessages !== undefined) return this.parkedMessages;
    const opened = await this.options.documents.collection(PARKED_MESSAGES, (stored) => parkedMessage.parse(stored));
    const parked = (await Promise.all(this.consumers.map(({ name }) => parkedOf(opened, name)))).flat();
    this.parkedMessages = opened;
    for (const { document } of parked) this.count(parkingKey(document.consumer, document.message), 1);
    return opened;
  }
}

async function parkedOf(
  collection: Collection<ParkedMessage>,
  consumer: string,
): Promise<readonly Versioned<ParkedMessage>[]> {
  const found: Versioned<ParkedMessage>[] = [];
  let after: string | undefined;
  do {
    const page = await collection.find({
      where: { consumer },
      order: { field: 'sequence', direction: 'ascending' },
      limit: PAGE,
      ...defined({ after }),
    });
    found.push(...page.items);
    after = page.next;
  } while (after !== undefined);
  return found;
}

function bySubject(messages: readonly PendingMessage[]): Map<string, PendingMessage[]> {
  const lines = new Map<string, PendingMessage[]>();
  for (const message of messages) {
    const line = lines.get(subject(message));
    if (line === undefined) lines.set(subject(message), [message]);
    else line.push(message);
  }
  return lines;
}
