import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ACCOUNT_PREFIX, GetSigningKeys, signatureOf, SignDocument } from '../../credits/index.js';
import type { Clock } from '../../kernel/clock.js';
import { canonicalJson } from '../../kernel/event-sourcing/canonical.js';
import { decodeMetadata } from '../../kernel/event-sourcing/chain.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { EventStore } from '../../platform/event-store/port.js';
import type { LogRuntime } from '../../platform/projections/log-runtime.js';
import { runChecks, type CloseCheck } from './checks.js';
import type { Acceptance, CheckResult, ClosingBody, DocumentFault } from './close.shared.js';
import { hashesOf, type Closings } from './closings.js';
import {
  closedBy,
  type CloseState,
  type Closing,
  type MonthClosed,
  type MonthReopened,
  type MonthStepWithdrawn,
} from './events.js';
import { type FigureSource, moneyOfPages } from './figures.js';
import {
  compareFigures,
  figuresOf,
  isChanged,
  moneyRows,
  type ComparedFigure,
  type MonthFigures,
} from './figures.shared.js';
import { eventsAfter, type MoneyLog } from './known-events.js';
import type { Transactions } from '../settlement/transactions.js';
import { daysOfMonth, endOfMonth, monthOf, monthsLater } from './month.shared.js';

/** How often figures are read again when a fact of the month arrived meanwhile. */
const ATTEMPTS = 3;
/** How often the readers of the log are asked whether they reached a place: five seconds in all. */
const LOOKS = 20;
const PAUSE_MS = 250;
/** The event of a closing must follow the reading of its figures within this time; the checker allows twice as much. */
const MAX_SIGNING_MS = 300_000;

export interface ClosingParts {
  readonly closings: Closings;
  readonly checks: readonly CloseCheck[];
  readonly figures: Pick<FigureSource, 'of'>;
  readonly money: MoneyLog;
  readonly transactions: Pick<Transactions, 'stored'>;
  readonly events: Pick<EventStore, 'follow' | 'head'>;
  readonly runtime: Pick<LogRuntime, 'isAt'>;
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly queries: Pick<QueryBus, 'execute'>;
  /** The accounts of the journal that are set now. @throws StoreUnavailable */
  readonly accounts: () => Promise<NonNullable<ClosingBody['accounts']>>;
  readonly firstMonth: () => Promise<string | undefined>;
  readonly clock: Clock;
  /** Waits for the readers of the log. */
  readonly pause: (ms: number) => Promise<void>;
}

/** What somebody signs. */
export interface Signing {
  readonly month: string;
  /** Created by the caller; a repeat closes once. */
  readonly closingId: string;
  readonly actor: string;
  readonly accepted: readonly Acceptance[];
}

/** A month as it stands. */
export interface MonthReview {
  readonly state: CloseState;
  readonly figures: readonly ComparedFigure[];
  readonly differs: boolean;
}

/** Closes and re-opens months, and compares closed months with their signed figures (adr/0079). */
export class ClosingService {
  constructor(private readonly parts: ClosingParts) {}

  /** The product's time. */
  get now(): number {
    return this.parts.clock.now();
  }

  private today(): string {
    return new Date(this.parts.clock.now()).toISOString().slice(0, 10);
  }

  /** Every month since the first activity, the current one included, oldest first. @throws StoreUnavailable */
  async months(): Promise<readonly string[]> {
    const closed = await this.parts.closings.months();
    const first = [await this.parts.firstMonth(), closed[0]].filter((month) => month !== undefined).sort()[0];
    const months: string[] = [];
    const last = monthOf(this.parts.clock.now());
    for (let month = first ?? last; month <= last; month = monthsLater(month, 1)) months.push(month);
    return months;
  }

  /** Results of the checks before a month is closed. @throws StoreUnavailable */
  check(month: string): Promise<CheckResult[]> {
    return runChecks(this.parts.checks, { month, now: this.parts.clock.now() });
  }

  /**
   * Closes a month in the name of a person, also one before closed months: that fills a gap. A repeat with the same id
   * changes nothing. VALIDATION_ERROR {field: month} for a month without activity before or in it, MONTH_NOT_READY
   * {count} when checks fail and are not accepted, or an earlier month was re-opened meanwhile, MONTH_CLOSED {month},
   * IDEMPOTENCY_MISMATCH {id}; TRY_AGAIN while facts of the month are being recorded.
   * @throws StoreUnavailable
   */
  async sign({ month, closingId, actor, accepted }: Signing): Promise<Result<void, ProductError>> {
    const { closings, clock } = this.parts;
    const {
      closings: state,
      withdrawals: { length: withdrawals },
    } = await closings.stream(month);
    const repeated = state.some((one) => one.closingId === closingId);
    if (!repeated && closedBy(state) !== undefined) return err(productError('MONTH_CLOSED', { month }));
    if (!(await this.months()).includes(month)) return err(productError('VALIDATION_ERROR', { field: 'month' }));
    const base = { month, closingId, actor, closing: state.length + 1 };
    if (repeated)
      return this.close({ ...base, accepted: [], checks: [], document: '', figures: '' }, withdrawals, Infinity);
    const results = await this.check(month);
    const failed = results.filter(({ problem }) => problem !== null);
    const used = accepted.filter(({ check }) => failed.some(({ name, acceptable }) => name === check && acceptable));
    const open = failed.filter(({ name }) => !used.some(({ check }) => check === name));
    if (open.length > 0) return err(productError('MONTH_NOT_READY', { count: open.length }));
    const frozen = await this.freeze(month);
    if (!frozen.ok) return frozen;
    const content = {
      version: 1,
      month,
      closing: base.closing,
      actor,
      accepted: used,
      ...frozen.value,
      accounts: await this.parts.accounts(),
      checks: results.flatMap(({ name, problem }) => (problem === null ? [name] : [])),
    } satisfies Omit<ClosingBody, 'kid' | 'kind'>;
    const file = await this.parts.commands.execute(new SignDocument('kinora-month-close', content));
    const hashes = hashesOf(file);
    await closings.keep({ ...base, ...hashes }, file);
    const until = content.closedAt + MAX_SIGNING_MS;
    const refusal = async (): Promise<ProductError | undefined> =>
      clock.now() > until ? productError('TRY_AGAIN') : this.refusalToClose(base);
    const decided = await closings.decide(
      { month, closing: base.closing, isClosed: true, withdrawals, actor, at: clock.now() },
      refusal,
    );
    // The same signing may be completed meanwhile.
    if (!decided.ok && !(await closings.of(month)).some((one) => one.closingId === closingId)) return decided;
    return this.close({ ...base, ...hashes, accepted: content.accepted, checks: content.checks }, withdrawals, until);
  }

  /** Reading the figures takes seconds, in which somebody else may close the month, or re-open an earlier one. */
  private async refusalToClose({
    month,
    closing,
  }: Pick<Closing, 'month' | 'closing'>): Promise<ProductError | undefined> {
    const state = await this.parts.closings.of(month);
    if (closedBy(state) !== undefined) return productError('MONTH_CLOSED', { month });
    if (state.length >= closing) return productError('TRY_AGAIN'); // closed and re-opened meanwhile
    const gap = await runChecks(
      this.parts.checks.filter(({ name }) => name === 'previous'),
      { month, now: this.parts.clock.now() },
    );
    return gap.some(({ problem }) => problem !== null) ? productError('MONTH_NOT_READY', { count: 1 }) : undefined;
  }

  /**
   * Re-opens a closed month. A repeat changes nothing. MONTH_OPEN {month}, LATER_MONTH_CLOSED {month} while a later one
   * is closed: its figures begin with those of this one.
   * @throws StoreUnavailable
   */
  async reopen(data: MonthReopened): Promise<Result<void, ProductError>> {
    const { closings } = this.parts;
    const { month, closing, actor } = data;
    const {
      withdrawals: { length: withdrawals },
    } = await closings.stream(month);
    const isOpen = productError('MONTH_OPEN', { month });
    const refusal = async (): Promise<ProductError | undefined> => {
      if (closedBy(await closings.of(month))?.closing !== closing) return isOpen;
      for (const later of (await closings.decidedMonths()).filter((one) => one > month)) {
        if (await closings.mayBeClosed(later)) return productError('LATER_MONTH_CLOSED', { month: later });
      }
      return undefined;
    };
    const decided = await closings.decide(
      { month, closing, isClosed: false, withdrawals, actor, at: this.now },
      refusal,
    );
    // Whatever was decided of another closing stays: the month itself tells a repeat from an error.
    if (!decided.ok && decided.error !== isOpen) return decided;
    const done = await closings.carryOut({ type: 'reopen', at: this.now, withdrawals, data });
    return done.ok ? ok(undefined) : done;
  }

  /**
   * Gives up a step that was decided, but whose event is missing, for example because its process ended. The event can
   * no longer follow. A repeat, or nothing that waits, changes nothing. MONTH_CLOSED or MONTH_OPEN {month} when the
   * step was completed meanwhile.
   * @throws StoreUnavailable
   */
  async withdraw(data: MonthStepWithdrawn): Promise<Result<void, ProductError>> {
    const { closings } = this.parts;
    const { withdrawals } = await closings.stream(data.month);
    const waiting = await closings.waiting(data.month);
    if (waiting?.step !== data.step || waiting.closing !== data.closing) return ok(undefined);
    const done = await closings.carryOut({ type: 'withdraw', at: this.now, withdrawals: withdrawals.length, data });
    return done.ok ? ok(undefined) : done;
  }

  /**
   * A month with its figures as signed and as they are now. VALIDATION_ERROR {field: month} for a month that has not
   * begun.
   * @throws StoreUnavailable
   */
  async review(month: string): Promise<Result<MonthReview, ProductError>> {
    if (month > monthOf(this.parts.clock.now())) return err(productError('VALIDATION_ERROR', { field: 'month' }));
    const now = await this.parts.figures.of(month, this.today());
    if (!now.ok) return now;
    const state = await this.parts.closings.of(month);
    const closing = closedBy(state);
    if (closing === undefined)
      return ok({ state, figures: compareFigures(null, figuresOf(now.value), []), differs: false });
    const document = await this.parts.closings.document(closing);
    if (document === undefined || (await this.faultOf(closing)) !== undefined)
      return ok({ state, figures: compareFigures([], figuresOf(now.value), []), differs: true });
    const figures = await this.compare(document.body, now.value);
    return ok({ state, figures, differs: figures.some(isChanged) });
  }

  /** Whether the document of a closing is missing, or is not the signed one. @throws StoreUnavailable */
  async faultOf(closing: Closing): Promise<DocumentFault | undefined> {
    const document = await this.parts.closings.document(closing);
    if (document === undefined) return 'missing';
    const {
      file: { body, signature },
      body: { kid, month, closing: number, actor, accepted, checks },
    } = document;
    const isSame =
      canonicalJson({ month, number, actor, accepted, checks }) ===
      canonicalJson({
        month: closing.month,
        number: closing.closing,
        actor: closing.actor,
        accepted: closing.accepted,
        checks: closing.checks,
      });
    const isThis = isSame && hashesOf({ body }).figures === closing.figures;
    return isThis &&
      signatureOf(
        { signed: { body, signature }, body: { kid } },
        await this.parts.queries.execute(new GetSigningKeys()),
      ) === 'valid'
      ? undefined
      : 'not-signed';
  }

  /** Signed figures, figures now, and what became known after closing. */
  private async compare({ month, figures, known }: ClosingBody, now: MonthFigures): Promise<ComparedFigure[]> {
    const frozen = figuresOf(figures);
    const current = figuresOf(now);
    // Reads the whole log, so only if there is something to explain.
    const isSame = compareFigures(frozen, current, []).every((row) => !isChanged(row));
    const late = isSame
      ? []
      : moneyOfPages(await this.parts.money.changesAfter(known), daysOfMonth(month)).flatMap(moneyRows);
    return compareFigures(frozen, current, late);
  }

  private async close(data: MonthClosed, withdrawals: number, until: number): Promise<Result<void, ProductError>> {
    const done = await this.parts.closings.carryOut({ type: 'close', at: this.now, until, withdrawals, data });
    return done.ok ? ok(undefined) : done;
  }

  /**
   * The figures of a month with the number of events that they know, and the time before these were counted: whatever
   * is known was recorded, or read, by then. The readers of the log must have seen these events; on a busy log they
   * never reach its newest one. No fact and no transaction of the month may arrive meanwhile. TRY_AGAIN otherwise.
   */
  private async freeze(
    month: string,
  ): Promise<Result<Pick<ClosingBody, 'figures' | 'known' | 'closedAt'>, ProductError>> {
    const { events, money, clock } = this.parts;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const closedAt = clock.now();
      const known = await money.count();
      const read = await this.transactionsUntil(month);
      const head = await events.head();
      if (!(await this.waitFor(head))) break;
      const figures = await this.parts.figures.of(month, this.today());
      if (!figures.ok) return figures;
      const now = await this.transactionsUntil(month);
      if (
        !now.isPending &&
        now.count === read.count &&
        now.newest <= closedAt &&
        (await this.isQuiet(month, known, head))
      )
        return ok({ figures: figures.value, known, closedAt });
    }
    return err(productError('TRY_AGAIN'));
  }

  /**
   * How many transactions there are up to the end of a month, when the last one was first read, and whether one is
   * pending.
   */
  private async transactionsUntil(
    month: string,
  ): Promise<{ readonly count: number; readonly newest: number; readonly isPending: boolean }> {
    let [count, newest, isPending] = [0, 0, false];
    for await (const one of this.parts.transactions.stored({ to: endOfMonth(month) })) {
      count += 1;
      newest = Math.max(newest, one.readAt ?? 0);
      isPending ||= one.isPending === true;
    }
    return { count, newest, isPending };
  }

  /** @returns whether the readers of the log reached a place in time */
  private async waitFor(head: number): Promise<boolean> {
    for (let reviewed = 0; reviewed < LOOKS; reviewed += 1) {
      if (await this.parts.runtime.isAt(head)) return true;
      await this.parts.pause(PAUSE_MS);
    }
    return false;
  }

  /** Whether no event after a place in the log concerns the month. */
  private async isQuiet(month: string, known: number, head: number): Promise<boolean> {
    for await (const { metadata } of eventsAfter(this.parts.events, head, [ACCOUNT_PREFIX])) {
      if (decodeMetadata(metadata).at < endOfMonth(month)) return false;
    }
    const changes = await this.parts.money.changesAfter(known);
    return changes.every(({ day }) => day > daysOfMonth(month).to);
  }
}
