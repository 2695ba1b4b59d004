import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Clock } from '../../kernel/clock.js';
import type { Collection, DocumentStore } from '../../platform/documents/port.js';
import type { EventStore } from '../../platform/event-store/port.js';
import { pause } from '../../platform/pause.js';
import { CLOCK, DOCUMENTS, EVENT_STORE } from '../../platform/tokens.js';
import { ADJUSTMENT_DOCUMENTS, adjustmentRequests } from '../adjustments/adjustments.queries.js';
import type { AdjustmentDocument } from '../adjustments/request.js';
import { Books } from '../books/finance.queries.js';
import type { Difference, Reconciliation } from '../books/finance.shared.js';
import { GrantOwners } from '../statement/grant-owners.js';
import { HoldOwners } from '../statement/hold-owners.js';
import { CreditsReads } from '../queries.js';
import { reconcile } from './reconcile.js';
import { openReconciliations } from './reconciliations.js';

const KEPT = 100;
/** The readers lag behind the log by at most a second. */
const PAUSE_MS = 2_000;

/** Compares read models with events and holds with their work, and stores the result. */
export class ReconcileLedger extends Command<Reconciliation> {
  /**
   * @param report receives each difference; the result contains only the first hundred
   * @param isAlone whether no other process has the stores open, so that waiting is unnecessary
   */
  constructor(
    readonly report: (difference: Difference) => void = () => undefined,
    readonly isAlone = false,
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
    @Inject(ADJUSTMENT_DOCUMENTS) private readonly requests: Collection<AdjustmentDocument>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Runs once at a time per process; a concurrent call receives the result of the running one.
   * @throws StoreUnavailable
   */
  execute({ report, isAlone }: ReconcileLedger): Promise<Reconciliation> {
    this.listeners = [...this.listeners, report];
    this.underWay ??= this.run(isAlone).finally(() => {
      this.underWay = undefined;
      this.listeners = [];
    });
    return this.underWay;
  }

  private async run(isAlone: boolean): Promise<Reconciliation> {
    const { balance, statement } = this.reads;
    const differences: Difference[] = [];
    let found = 0;
    const looked = await reconcile({ log: this.events, models: { balance, statement, books: this.books.follower.pages }, owners: this.owners, payments: { owners: this.payments, isStopped: isAlone, now: this.clock.now() }, requests: adjustmentRequests(this.requests), pause: () => pause(isAlone ? 0 : PAUSE_MS) }, (difference) => {
      found += 1;
      if (differences.length < KEPT) differences.push(difference);
      for (const report of this.listeners) report(difference);
    });
    const result = { at: this.clock.now(), ...looked, differences, found };
    await (await openReconciliations(this.documents)).keep(result);
    return result;
  }
}
