import {
  accountStream,
  grantUseKey,
  type AccountKey,
  type DailyGrantUse,
  type GrantUseFollower,
} from '../../../credits/index.js';
import { defined } from '../../../kernel/defined.shared.js';
import type { UserId } from '../../../kernel/ids.js';
import type { ProjectionRunner } from '../../../platform/projections/projection-runner.js';
import type { AccountingStore } from '../../accounting/settings.js';
import type { PackPolicy } from '../../accounting/settings.shared.js';
import type { PurchaseEvent } from '../../purchase/events.js';
import { packGrantId } from '../../purchase/purchase.js';
import { movementsOf, nothing, purchaseMoney, type Line, type MoneyOfInvoice, type Recognise } from '../entries.js';
import { dayName, recognitionSteps, type DayNumber } from '../recognition.js';
import type { RevenuePage } from '../revenue.projection.js';
import { deferredFrom, packRecognition, ruleOf, type PackUse } from './pack-recognition.js';
import type { PacksDocument } from './packs.projection.js';

const PAGE = 1_000;
const UNUSED = { days: [], used: [], ended: null };

/** A paid invoice with its customer. */
export interface SoldInvoice {
  readonly owner: { readonly userId: string; readonly appName: AccountKey['appName']; readonly gateway: string };
  readonly invoice: MoneyOfInvoice;
}

/** Uses of the grants of an invoice: the credits that it gave, and the id of their use. */
function grantsOf({
  owner: { userId, appName, gateway },
  invoice: { invoiceId, pack },
}: SoldInvoice): readonly { readonly id: string; readonly granted: number }[] {
  return (pack?.usage ?? []).map(({ usageType, amount }) => ({
    id: grantUseKey(accountStream({ userId: userId as UserId, appName, usageType }), packGrantId(gateway, invoiceId)),
    granted: amount, // the id that the purchase was opened with
  }));
}

/** The recognition of packs by the rules that the operator chose. */
export class PackReads {
  constructor(
    readonly packs: ProjectionRunner<PacksDocument, PurchaseEvent>,
    readonly uses: GrantUseFollower,
    private readonly accounting: Pick<AccountingStore, 'read'>,
  ) {}

  /** @throws StoreUnavailable */
  async policies(): Promise<readonly PackPolicy[]> {
    return (await this.accounting.read()).settings.packs;
  }

  /**
   * How each invoice is recognised, in the given order; undefined for plans, and for packs that are recognised when
   * they are paid.
   * @throws StoreUnavailable
   */
  async recognitions(
    policies: readonly PackPolicy[],
    sold: readonly SoldInvoice[],
  ): Promise<readonly (Recognise | undefined)[]> {
    const isByUse = ({ invoice: { pack } }: SoldInvoice): boolean =>
      pack !== undefined && ruleOf(policies, pack.paidAt).kind === 'by-use';
    const ids = sold.filter(isByUse).flatMap((one) => grantsOf(one).map(({ id }) => id));
    const uses = new Map<string, DailyGrantUse>();
    for (let from = 0; from < ids.length; from += PAGE) {
      for (const use of await this.uses.pages.getMany(ids.slice(from, from + PAGE)))
        uses.set(grantUseKey(use.stream, use.grantId), use);
    }
    return sold.map((one) => {
      const { pack } = one.invoice;
      const used = grantsOf(one).map(({ id, granted }): PackUse => ({ granted, ...(uses.get(id) ?? UNUSED) }));
      return pack === undefined ? undefined : packRecognition(ruleOf(policies, pack.paidAt), pack, used);
    });
  }

  /**
   * What the rules change in the revenue pages, which have packs as recognised when they are paid: only the daily
   * recognised amount.
   * @param until `YYYY-MM-DD`, the last day
   * @throws StoreUnavailable
   */
  async changes(until: string): Promise<readonly RevenuePage[]> {
    const policies = await this.policies();
    const from = deferredFrom(policies);
    const changed = new ChangedPages();
    if (from === undefined || from > until) return [];
    let after: string | undefined;
    do {
      const page = await this.packs.find({
        range: { field: 'paidAt', above: Date.parse(from) - 1 },
        order: { field: 'paidAt', direction: 'ascending' },
        limit: PAGE,
        ...defined({ after }),
      });
      const sold = page.items.flatMap((owner) =>
        purchaseMoney(owner.gateway, owner.facts).map((invoice): SoldInvoice => ({ owner, invoice })),
      );
      for (const [index, recognise] of (await this.recognitions(policies, sold)).entries()) {
        const invoice = sold[index]?.invoice;
        if (recognise !== undefined && invoice !== undefined) changed.add(invoice, recognise, 1);
      }
      after = page.next;
    } while (after !== undefined);
    return changed.pages(until);
  }

  /**
   * What the rules change in the pages of some invoices less what they change for others: the effect of later facts.
   * @throws StoreUnavailable
   */
  async changesBetween(before: readonly SoldInvoice[], after: readonly SoldInvoice[]): Promise<readonly RevenuePage[]> {
    const policies = await this.policies();
    const changed = new ChangedPages();
    if (deferredFrom(policies) === undefined) return [];
    for (const [sold, sign] of [
      [before, -1],
      [after, 1],
    ] as const) {
      for (const [index, recognise] of (await this.recognitions(policies, sold)).entries()) {
        const invoice = sold[index]?.invoice;
        if (recognise !== undefined && invoice !== undefined) changed.add(invoice, recognise, sign);
      }
    }
    return changed.pages();
  }
}

/** Sums of the changes of the daily recognised amount, by line and day. */
class ChangedPages {
  private readonly lines = new Map<string, { readonly line: Line; readonly rates: Map<DayNumber, number> }>();

  /** Adds what a rule changes for an invoice, or removes it. */
  add({ delivery, ...invoice }: MoneyOfInvoice, recognise: Recognise, sign: 1 | -1): void {
    for (const [currency, movements] of movementsOf(invoice)) {
      const { priceId, gateway } = invoice.line;
      const key = `${gateway} ${currency} ${priceId}`;
      const { rates } = this.lines.get(key) ?? this.opened(key, { priceId, gateway, currency });
      for (const { day, by } of recognitionSteps(movements, delivery))
        rates.set(day, (rates.get(day) ?? 0) - sign * by);
      for (const { day, by } of recognise(movements)) rates.set(day, (rates.get(day) ?? 0) + sign * by);
    }
  }

  /** @param until the last day; every day without it */
  pages(until?: string): readonly RevenuePage[] {
    const pages = new Map<string, RevenuePage>();
    for (const { line, rates } of this.lines.values()) {
      for (const [number, rate] of rates) {
        const day = dayName(number);
        if (rate === 0 || (until !== undefined && day > until)) continue;
        const page = pages.get(day) ?? { day, rows: [] };
        pages.set(day, page);
        page.rows.push({ ...line, ...nothing(), rate });
      }
    }
    return [...pages.values()];
  }

  private opened(key: string, line: Line): { readonly line: Line; readonly rates: Map<DayNumber, number> } {
    const opened = { line, rates: new Map<DayNumber, number>() };
    this.lines.set(key, opened);
    return opened;
  }
}
