import { hash } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '../../kernel/event-sourcing/canonical.js';
import { CommandLoop } from '../../kernel/event-sourcing/command-loop.js';
import type { ProductError } from '../../kernel/errors.shared.js';
import type { Result } from '../../kernel/result.js';
import type { Collection, CollectionDefinition } from '../../platform/documents/port.js';
import type { EventStore } from '../../platform/event-store/port.js';
import { streamNames } from '../../platform/event-store/streams.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import { closingBody, closingFile, type ClosingBody, type ClosingFile } from './close.shared.js';
import { CLOSE_PREFIX, closeCodec, closeDecider, closedBy, closeStream, evolve, type CloseCommand, type CloseEvent, type CloseState, type Closing } from './events.js';
import type { ClosedJournal } from './late-lines.js';

/** Signed documents. The id contains the hash of the signed bytes, so that none replaces another. */
export const CLOSINGS: CollectionDefinition = { name: 'billing_closings_v1', indexes: [] };
export const closingDocument = z.object({ file: closingFile });
export type ClosingDocument = z.infer<typeof closingDocument>;

type ClosingKey = Pick<Closing, 'month' | 'closing' | 'document'>;
const idOf = ({ month, closing, document }: ClosingKey): string => `${month}.${closing}.${document}`;
const sha256 = (text: string): string => hash('sha256', text, 'hex');

/** The content of a closing's file. @throws z.ZodError or SyntaxError for a file that is none */
export const bodyOf = ({ body }: Pick<ClosingFile, 'body'>): ClosingBody => closingBody.parse(JSON.parse(body));

/** The hashes by which the event names a document. @throws as `bodyOf` */
export const hashesOf = (file: Pick<ClosingFile, 'body'>): Pick<Closing, 'document' | 'figures'> => ({ document: sha256(file.body), figures: sha256(canonicalJson(bodyOf(file).figures)) });

/**
 * Closings: a stream per month, and a document with the signed figures per closing.
 * @throws StoreUnavailable from every call
 */
export class Closings {
  private readonly loop: CommandLoop<CloseCommand, CloseState, CloseEvent>;

  constructor(
    private readonly events: EventStore,
    private readonly documents: Collection<ClosingDocument>,
  ) {
    this.loop = new CommandLoop({ decider: closeDecider, codec: closeCodec }, { log: events, isUnavailable: (error) => error instanceof StoreUnavailable });
  }

  /** Every closing of a month, oldest first. @throws UnreadableEvent */
  async of(month: string): Promise<CloseState> {
    return (await this.events.readStream(closeStream(month))).map((recorded) => closeCodec.decode(recorded).event).reduce(evolve, []);
  }

  async isClosed(month: string): Promise<boolean> {
    return closedBy(await this.of(month)) !== undefined;
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
  async files(): Promise<readonly { readonly month: string; readonly closing: number; readonly file: ClosingFile | null }[]> {
    const found: { readonly month: string; readonly closing: number; readonly file: ClosingFile | null }[] = [];
    for (const month of await this.months()) {
      for (const one of await this.of(month)) found.push({ month, closing: one.closing, file: (await this.document(one))?.file ?? null });
    }
    return found;
  }

  /** Closes or re-opens; see `closeDecider` for the refusals. */
  carryOut(command: CloseCommand): Promise<Result<unknown, ProductError>> {
    return this.loop.execute(closeStream(command.data.month), command);
  }

  /** Signed journal totals of every closed month. A month whose document is missing or damaged has none. */
  async journals(): Promise<readonly ClosedJournal[]> {
    const found: ClosedJournal[] = [];
    for (const month of await this.months()) {
      const closing = closedBy(await this.of(month));
      const totals = closing === undefined ? null : (await this.document(closing))?.body.figures.journal;
      if (totals != null) found.push({ month, totals });
    }
    return found;
  }
}
