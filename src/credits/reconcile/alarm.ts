import type { Logs } from '../../platform/http/logs.js';
import { wordsOf } from '../../kernel/thrown.js';
import type { Metrics } from '../../platform/telemetry/metrics.js';
import type { Reconciliation } from '../books/finance.shared.js';
import { countsOf } from './reconciliations.js';

/** Tells somebody that a reconciliation has found differences. Repeats for the same run must have no effect. */
export type DifferenceListener = (run: Pick<Reconciliation, 'at' | 'found'>) => Promise<void>;

/**
 * Raises the alarm after a reconciliation with differences: a metric, an error in the log, and the registered
 * listeners. The log gets codes and counts only, because places contain ids of users.
 */
export class DifferenceAlarm {
  private readonly listeners: DifferenceListener[] = [];

  constructor(
    private readonly metrics: Pick<Metrics, 'differing'>,
    private readonly log: Pick<Logs, 'error'>,
  ) {}

  /** The composition registers who is told, so credits depends on no other context. */
  add(...listeners: readonly DifferenceListener[]): void {
    this.listeners.push(...listeners);
  }

  /** Never throws: the result is stored already, and a listener that fails is logged. */
  async raise(run: Reconciliation): Promise<void> {
    this.metrics.differing(run.found);
    if (run.found === 0) return;
    this.log.error(
      { found: run.found, codes: countsOf(run.differences) },
      'the reconciliation of the ledger found differences; finance operators see them at /finance/checks',
    );
    for (const listener of this.listeners) {
      try {
        await listener({ at: run.at, found: run.found });
      } catch (error) {
        this.log.error({ reason: wordsOf(error) }, 'finance operators could not be told of the differences');
      }
    }
  }
}
