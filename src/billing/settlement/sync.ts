import type { Clock, Millis } from '../../kernel/clock.js';
import { wordsOf } from '../../kernel/thrown.js';
import type { Logs } from '../../platform/http/logs.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import type { PaymentGateway } from '../gateways/port.js';
import type { BillingGateways } from '../gateways/registry.js';
import type { OpenRead, Transactions } from './transactions.js';

/**
 * How far each reading goes back before the last one: the payout of a transaction becomes known some days after it, and
 * a change within this time is noticed.
 */
const OVERLAP_MS = 7 * 86_400_000;

export interface TransactionSyncParts {
  readonly gateways: Pick<BillingGateways, 'names' | 'byName'>;
  readonly transactions: Pick<
    Transactions,
    'keep' | 'complete' | 'lastRead' | 'oldestPending' | 'openRead' | 'goOnAt' | 'beginAnew'
  >;
  readonly clock: Clock;
  readonly log: Pick<Logs, 'warn'>;
}

/** `isKept`: its progress is stored, so that the next one goes on at its page. */
interface Reading {
  readonly since: Millis;
  readonly at: Millis;
  readonly isKept: boolean;
  readonly after?: string;
}

/** Reads the transactions of the configured gateways. Repeats, also in other processes at once, change nothing. */
export class TransactionSync {
  private underWay: Promise<readonly string[]> | undefined;

  constructor(private readonly parts: TransactionSyncParts) {}

  /**
   * Reads what is new, after what is left of a reading that broke off. A call joins a reading already running in this
   * process. A gateway that cannot be read is logged and left to the next reading.
   * @returns names of the gateways that could not be read
   */
  read(): Promise<readonly string[]> {
    this.underWay ??= this.run(false).finally(() => {
      this.underWay = undefined;
    });
    return this.underWay;
  }

  /** Reads everything again, so that a change of any stored transaction is noticed. Returns as `read`. */
  readWhole(): Promise<readonly string[]> {
    return this.run(true);
  }

  private async run(isWhole: boolean): Promise<readonly string[]> {
    const { gateways, log } = this.parts;
    const failed: string[] = [];
    for (const name of gateways.names) {
      const gateway = gateways.byName(name);
      if (gateway === undefined) continue;
      try {
        await this.readOne(gateway, isWhole);
      } catch (error) {
        log.warn(
          { gateway: name, reason: wordsOf(error) },
          'the transactions of a payment gateway could not be read; the next reconciliation tries again',
        );
        failed.push(name);
      }
    }
    return failed;
  }

  private async readOne(gateway: PaymentGateway, isWhole: boolean): Promise<void> {
    const { transactions, clock } = this.parts;
    // A whole reading is for changes of what was read, so it leaves nothing out.
    const open = isWhole ? undefined : await transactions.openRead(gateway.name);
    if (open !== undefined) await this.goOn(gateway, open);
    const at = clock.now();
    const last = isWhole ? undefined : await transactions.lastRead(gateway.name);
    // A whole reading that broke off may have left one, which keeps its month from being closed.
    const pending = await transactions.oldestPending(gateway.name);
    const since = last === undefined ? 0 : Math.max(0, Math.min(last.at - OVERLAP_MS, pending ?? last.at));
    await this.readFrom(gateway, { since, at, isKept: !isWhole });
  }

  /** Finishes a reading that broke off. If its next page cannot be read for good, the next reading begins anew. */
  private async goOn(gateway: PaymentGateway, { since, at, next }: OpenRead): Promise<void> {
    try {
      await this.readFrom(gateway, { since, at, isKept: true, after: next });
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || error.reason === 'failed')
        await this.parts.transactions.beginAnew(gateway.name);
      throw error;
    }
  }

  private async readFrom(gateway: PaymentGateway, { since, at, isKept, after }: Reading): Promise<void> {
    const { transactions, clock } = this.parts;
    let next = after;
    do {
      const page = await gateway.transactions(since, next);
      await transactions.keep(page.transactions, clock);
      next = page.next;
      if (isKept && next !== undefined) await transactions.goOnAt({ gateway: gateway.name, since, at, next });
    } while (next !== undefined);
    // From its beginning: what came during the reading may be on pages that were read before.
    await transactions.complete({ gateway: gateway.name, at });
    if (isKept) await transactions.beginAnew(gateway.name);
  }
}
