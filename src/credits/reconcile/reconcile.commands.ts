import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Clock } from '../../kernel/clock.js';
import type { Collection, DocumentStore } from '../../platform/documents/port.js';
import type { EventStore } from '../../platform/event-store/port.js';
import { ParkedStreams } from '../../platform/projections/parked.js';
import { pause } from '../../platform/pause.js';
import { CLOCK, DOCUMENTS, EVENT_STORE } from '../../platform/tokens.js';
import { ADJUSTMENT_DOCUMENTS, adjustmentRequests } from '../adjustments/adjustments.queries.js';
import type { AdjustmentDocument } from '../adjustments/request.js';
import { Books } from '../books/finance.queries.js';
import type { Difference, Reconciliation } from '../books/finance.shared.js';
import { GrantOwners } from '../statement/grant-owners.js';
import { HoldOwners } from '../statement/hold-owners.js';
import { CreditsReads } from '../queries.js';
import { DifferenceAlarm } from './alarm.js';
import { CauseOwners, ModelOwners } from './owners.js';
import { reconcile } from './reconcile.js';
import { openReconciliations } from './reconciliations.js';

const KEPT = 100;
/** The readers lag behind the log by at most a second. */
const PAUSE_MS = 2_000;

/**
 * Compares read models with events, holds with their work, grants with their payments and events with their causes.
 * Stores the result, and raises the alarm when something differs.
 */
export class ReconcileLedger extends Command<Reconciliation> {
  /**
   * @param report receives each difference; the result contains only the first hundred
   * @param isAlone whether no other process has the stores open, so that waiting is unnecessary
   */
  constructor(
    readonly report: (difference: Difference) => void = () => undefined,
    readonly isAlone = false,
    readonly startedBy: Reconciliation['startedBy'] = 'operator',
  ) {
    super();
  }
}

@CommandHandler(ReconcileLedger)
export class ReconcileLedgerHandler implements ICommandHandler<ReconcileLedger> {
  private underWay: Promise<Reconciliation> | undefined;
  private listeners: readonly ReconcileLedger['report'][] = [];

  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(DOCUMENTS) private readonly documents: DocumentStore,
    private readonly reads: CreditsReads,
    private readonly books: Books,
    private readonly owners: HoldOwners,
    private readonly payments: GrantOwners,
    private readonly causes: CauseOwners,
    private readonly models: ModelOwners,
    private readonly alarm: DifferenceAlarm,
    @Inject(ADJUSTMENT_DOCUMENTS) private readonly requests: Collection<AdjustmentDocument>,
    private readonly parked: ParkedStreams,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Runs once at a time per process; a concurrent call receives the result of the running one.
   * @throws StoreUnavailable
   */
  execute({ report, isAlone, startedBy }: ReconcileLedger): Promise<Reconciliation> {
    this.listeners = [...this.listeners, report];
    this.underWay ??= this.run(isAlone, startedBy).finally(() => {
      this.underWay = undefined;
      this.listeners = [];
    });
    return this.underWay;
  }

  private async run(isAlone: boolean, startedBy: Reconciliation['startedBy']): Promise<Reconciliation> {
    const { balance, statement } = this.reads;
    const differences: Difference[] = [];
    let found = 0;
    const [began, started] = [this.clock.now(), performance.now()];
    const count = (difference: Difference): void => {
      found += 1;
      if (differences.length < KEPT) differences.push(difference);
      for (const report of this.listeners) report(difference);
    };
    // A read model is compared up to the event that it states, so one that has stopped would differ in nothing.
    for (const { reader, stream, type, reason } of await this.parked.list())
      count({ code: 'reader-parked', where: stream, what: `${reader} stopped at ${type}: ${reason}` });
    const looked = await reconcile(
      {
        log: this.events,
        models: { balance, statement, books: this.books.follower.pages },
        owners: this.owners,
        payments: { owners: this.payments, isStopped: isAlone, now: this.clock.now() },
        causes: this.causes,
        others: this.models.all,
        requests: adjustmentRequests(this.requests),
        pause: () => pause(isAlone ? 0 : PAUSE_MS),
      },
      count,
    );
    const result: Reconciliation = {
      at: this.clock.now(),
      began,
      ...looked,
      tookMs: Math.round(performance.now() - started),
      startedBy,
      differences,
      found,
    };
    await (await openReconciliations(this.documents)).keep(result);
    await this.alarm.raise(result);
    return result;
  }
}
