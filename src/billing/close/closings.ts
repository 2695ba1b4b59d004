import { hash } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../kernel/clock.js';
import { canonicalJson } from '../../kernel/event-sourcing/canonical.js';
import { decodeMetadata } from '../../kernel/event-sourcing/chain.js';
import { CommandLoop, type StreamLog } from '../../kernel/event-sourcing/command-loop.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { Collection, CollectionDefinition } from '../../platform/documents/port.js';
import { decide } from '../../platform/documents/update.js';
import type { EventStore } from '../../platform/event-store/port.js';
import { streamNames } from '../../platform/event-store/streams.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import { closingBody, closingFile, type ClosingBody, type ClosingFile } from './close.shared.js';
import {
  CLOSE_PREFIX,
  closeCodec,
  closeDecider,
  closedBy,
  closeStream,
  evolve,
  UNTOUCHED,
  type CloseCommand,
  type CloseEvent,
  type CloseState,
  type CloseStream,
  type Closing,
  type MonthStepWithdrawn,
} from './events.js';
import type { ClosedJournal } from './late-lines.js';

/** Signed documents. The id contains the hash of the signed bytes, so that none replaces another. */
export const CLOSINGS: CollectionDefinition = { name: 'billing_closings_v1', indexes: [] };
export const closingDocument = z.object({ file: closingFile });
export type ClosingDocument = z.infer<typeof closingDocument>;

/**
 * What was decided last about each month, one document: closings and re-openings of different months are decided one
 * after the other. It is written before the event.
 */
export const CLOSING_ORDER: CollectionDefinition = { name: 'billing_closing_order_v1', indexes: [] };
const ORDER_ID = 'order';
/** `withdrawals` of the month when it was decided; who decided and when is unknown in documents of earlier versions. */
const decidedStep = z.strictObject({
  closing: z.int(),
  isClosed: z.boolean(),
  withdrawals: z.int().default(0),
  actor: z.string().nullable().default(null),
  at: z.int().nullable().default(null),
});
export const closingOrder = z.strictObject({ months: z.record(z.string(), decidedStep) });
export type ClosingOrder = z.infer<typeof closingOrder>;

/** A closing or re-opening that was decided, but whose event is missing. */
export type Waiting = Omit<z.infer<typeof decidedStep>, 'isClosed' | 'withdrawals'> & Pick<MonthStepWithdrawn, 'step'>;

/** What waits of the last step that was decided about a month: its event did not follow, and nobody withdrew it. */
export function waitingOf(
  { closings, withdrawals }: CloseStream,
  decided: z.infer<typeof decidedStep> | undefined,
): Waiting | undefined {
  if (decided === undefined || decided.withdrawals !== withdrawals.length) return undefined;
  const { closing, actor, at, isClosed } = decided;
  const isWaiting = isClosed ? closing > closings.length : closedBy(closings)?.closing === closing;
  return isWaiting ? { closing, actor, at, step: isClosed ? 'close' : 'reopen' } : undefined;
}

/** A closing or re-opening that is to be decided. */
type Step = z.infer<typeof decidedStep> & { readonly month: string };

type ClosingKey = Pick<Closing, 'month' | 'closing' | 'document'>;
const idOf = ({ month, closing, document }: ClosingKey): string => `${month}.${closing}.${document}`;
const sha256 = (text: string): string => hash('sha256', text, 'hex');

/** The content of a closing's file. @throws z.ZodError or SyntaxError for a file that is none */
export const bodyOf = ({ body }: Pick<ClosingFile, 'body'>): ClosingBody => closingBody.parse(JSON.parse(body));

/** The hashes by which the event names a document. @throws as `bodyOf` */
export const hashesOf = (file: Pick<ClosingFile, 'body'>): Pick<Closing, 'document' | 'figures'> => ({
  document: sha256(file.body),
  figures: sha256(canonicalJson(bodyOf(file).figures)),
});

/**
 * How long after its own time an event may be appended. Closings have a limit (`CloseCommand`), so theirs must be true.
 */
const MAX_APPEND_DELAY_MS = 60_000;

/** A log that takes no event whose time has long passed, as after a read that stalled. @throws StoreUnavailable then */
function promptLog(log: EventStore, clock: Clock): StreamLog {
  return {
    shared: log.shared,
    readStream: (stream, options) => log.readStream(stream, options),
    append: async (stream, expected, events) => {
      if (events.some(({ metadata }) => clock.now() - decodeMetadata(metadata).at > MAX_APPEND_DELAY_MS))
        throw new StoreUnavailable(
          'event store',
          'contended',
          `no append to ${stream} within a minute of the decision`,
        );
      return log.append(stream, expected, events);
    },
  };
}

/**
 * Closings: a stream per month, and a document with the signed figures per closing.
 * @throws StoreUnavailable from every call
 */
export class Closings {
  private readonly loop: CommandLoop<CloseCommand, CloseStream, CloseEvent>;

  constructor(
    private readonly events: EventStore,
    private readonly documents: Collection<ClosingDocument>,
    private readonly order: Collection<ClosingOrder>,
    clock: Clock,
  ) {
    this.loop = new CommandLoop(
      { decider: closeDecider, codec: closeCodec },
      { log: promptLog(events, clock), isUnavailable: (error) => error instanceof StoreUnavailable },
    );
  }

  /** @throws UnreadableEvent */
  async stream(month: string): Promise<CloseStream> {
    return (await this.events.readStream(closeStream(month)))
      .map((recorded) => closeCodec.decode(recorded).event)
      .reduce(evolve, UNTOUCHED);
  }

  /** Every closing of a month, oldest first. @throws UnreadableEvent */
  async of(month: string): Promise<CloseState> {
    return (await this.stream(month)).closings;
  }

  /** The step of a month that was decided, but not completed. */
  async waiting(month: string): Promise<Waiting | undefined> {
    return (await this.decided(month)).waiting;
  }

  /** Whether a month is closed, and nobody has decided to re-open it. */
  async isClosed(month: string): Promise<boolean> {
    const { closing, waiting } = await this.decided(month);
    return closing !== undefined && waiting?.step !== 'reopen';
  }

  /** Whether a month is closed, or somebody has decided to close it and its event may follow. */
  async mayBeClosed(month: string): Promise<boolean> {
    const { closing, waiting } = await this.decided(month);
    return closing !== undefined || waiting?.step === 'close';
  }

  /** The stream is read first: an event that follows meanwhile then still counts as waiting. */
  private async decided(
    month: string,
  ): Promise<{ readonly closing: Closing | undefined; readonly waiting: Waiting | undefined }> {
    const stream = await this.stream(month);
    return {
      closing: closedBy(stream.closings),
      waiting: waitingOf(stream, (await this.order.get(ORDER_ID))?.document.months[month]),
    };
  }

  /** Every month of which something was decided, also if its first event may still follow; sorted. */
  async decidedMonths(): Promise<readonly string[]> {
    return [
      ...new Set([...(await this.months()), ...Object.keys((await this.order.get(ORDER_ID))?.document.months ?? {})]),
    ].sort();
  }

  /**
   * Decides a step before its event is appended. Nothing else is decided about any month between `refusal` and the
   * decision: `isClosed` and `mayBeClosed` of that time hold. Without the event, a decision to close keeps earlier
   * months from being re-opened, and one to re-open keeps later months from being closed, until the step is repeated or
   * withdrawn.
   */
  async decide(
    { month, ...step }: Step,
    refusal: () => Promise<ProductError | undefined>,
  ): Promise<Result<void, ProductError>> {
    return decide<ClosingOrder, Result<void, ProductError>>(this.order, ORDER_ID, async (stored) => {
      // A step that was prepared before a withdrawal cannot be appended, so it must not replace one that can.
      if ((await this.stream(month)).withdrawals.length !== step.withdrawals)
        return { answer: err(productError('TRY_AGAIN')) };
      const refused = await refusal();
      return refused === undefined
        ? { answer: ok(undefined), write: { document: { months: { ...stored?.document.months, [month]: step } } } }
        : { answer: err(refused) };
    });
  }

  /** Every month that was ever closed, sorted. */
  async months(): Promise<readonly string[]> {
    const found: string[] = [];
    for await (const stream of streamNames(this.events, [CLOSE_PREFIX])) found.push(stream.slice(CLOSE_PREFIX.length));
    return found.sort();
  }

  /** Stores a document before its event, so that no event names a missing one. A repeat changes nothing. */
  async keep(of: ClosingKey, file: ClosingFile): Promise<void> {
    await this.documents.put({ id: idOf(of), document: { file }, expectedVersion: 0 });
  }

  /**
   * The document of a closing and its content; undefined when it is missing, damaged, or not the one that the event
   * names.
   */
  async document(of: ClosingKey): Promise<{ readonly file: ClosingFile; readonly body: ClosingBody } | undefined> {
    try {
      const file = (await this.documents.get(idOf(of)))?.document.file;
      return file === undefined || sha256(file.body) !== of.document ? undefined : { file, body: bodyOf(file) };
    } catch (error) {
      if (error instanceof z.ZodError || error instanceof SyntaxError) return undefined;
      throw error;
    }
  }

  /**
   * The signed file of every closing, oldest first; null for one whose document is missing or damaged.
   * @throws UnreadableEvent
   */
  async files(): Promise<
    readonly { readonly month: string; readonly closing: number; readonly file: ClosingFile | null }[]
  > {
    const found: { readonly month: string; readonly closing: number; readonly file: ClosingFile | null }[] = [];
    for (const month of await this.months()) {
      for (const one of await this.of(month))
        found.push({ month, closing: one.closing, file: (await this.document(one))?.file ?? null });
    }
    return found;
  }

  /** Closes, re-opens or withdraws; see `closeDecider` for the refusals. */
  carryOut(command: CloseCommand): Promise<Result<unknown, ProductError>> {
    return this.loop.execute(closeStream(command.data.month), command);
  }

  /**
   * Signed journal totals, and accounts, of every closed month. A month whose document is missing or damaged has none.
   */
  async journals(): Promise<readonly ClosedJournal[]> {
    const found: ClosedJournal[] = [];
    for (const month of await this.months()) {
      const closing = closedBy(await this.of(month));
      const body = closing === undefined ? undefined : (await this.document(closing))?.body;
      if (body !== undefined && body.figures.journal !== null)
        found.push({ month, totals: body.figures.journal, accounts: body.accounts ?? null });
    }
    return found;
  }
}
