import type { QueryBus } from '@nestjs/cqrs';
import { GetAdjustments, GetParked, GetReconciliation, GetRootDays, GetTrialBalance } from '../../credits/index.js';
import { USAGE_TYPES } from '../../credits/credits.shared.js';
import type { Millis } from '../../kernel/clock.js';
import { CLOSE_CHECKS, type CheckResult, type CloseCheckName, type CloseProblem } from './close.shared.js';
import { GetRevenue } from '../finance/revenue.queries.js';
import { GetJournal } from '../journal/journal.queries.js';
import { GetTieOut } from '../settlement/tie-out.queries.js';
import { daysOfMonth, endOfMonth, monthsLater } from './month.shared.js';

/** What a check looks at. */
export interface CheckedMonth {
  readonly month: string;
  /** The product's clock. */
  readonly now: Millis;
}

/** A problem, with values for its text, and whether somebody may accept it. */
export interface Problem {
  readonly problem: CloseProblem;
  readonly params?: CheckResult['params'];
  readonly acceptable?: boolean;
}

/** One check before a month is closed. */
export interface CloseCheck {
  readonly name: CloseCheckName;
  /** @returns undefined when nothing is wrong. @throws StoreUnavailable */
  run(of: CheckedMonth): Promise<Problem | undefined>;
}

type Queries = Pick<QueryBus, 'execute'>;

/** The month is over, by the product's clock. */
export const overCheck: CloseCheck = {
  name: 'over',
  run: async ({ month, now }): Promise<Problem | undefined> =>
    now >= endOfMonth(month)
      ? undefined
      : { problem: 'not-over', params: { day: daysOfMonth(monthsLater(month, 1)).from } },
};

/** Every month before, from the first one with activity on, is closed. */
export const previousCheck = (
  isClosed: (month: string) => Promise<boolean>,
  firstMonth: () => Promise<string | undefined>,
): CloseCheck => ({
  name: 'previous',
  run: async ({ month }): Promise<Problem | undefined> => {
    for (let before = (await firstMonth()) ?? month; before < month; before = monthsLater(before, 1)) {
      if (!(await isClosed(before))) return { problem: 'previous-open', params: { month: before } };
    }
    return undefined;
  },
});

/** The books and revenue contain every event. @param revenueLeftOut number of streams that revenue leaves out */
export const completeCheck = (queries: Queries, revenueLeftOut: () => Promise<number>): CloseCheck => ({
  name: 'complete',
  run: async (): Promise<Problem | undefined> => {
    const count = (await queries.execute(new GetParked())).length + (await revenueLeftOut());
    return count === 0 ? undefined : { problem: 'left-out', params: { count } };
  },
});

/**
 * The last reconciliation began after the end of the month and found no difference. Known differences may be accepted.
 */
export const reconciledCheck = (queries: Queries): CloseCheck => ({
  name: 'reconciled',
  run: async ({ month }): Promise<Problem | undefined> => {
    const last = await queries.execute(new GetReconciliation());
    if (last === undefined || (last.began ?? last.at) < endOfMonth(month)) return { problem: 'not-reconciled' };
    return last.found === 0 ? undefined : { problem: 'differences', params: { count: last.found }, acceptable: true };
  },
});

/** The trial balance of each usage type is balanced at the end of the month. */
export const balancedCheck = (queries: Queries): CloseCheck => ({
  name: 'balanced',
  run: async ({ month, now }): Promise<Problem | undefined> => {
    if (now < endOfMonth(month)) return undefined;
    const { from, to } = daysOfMonth(month);
    for (const usageType of USAGE_TYPES) {
      const books = await queries.execute(new GetTrialBalance(to, from, { usageType }));
      if (!books.ok || !books.value.balanced) return { problem: 'unbalanced' };
    }
    return undefined;
  },
});

/** No adjustment that was requested in the month waits for a second person. */
export const adjustmentsCheck = (queries: Queries): CloseCheck => ({
  name: 'adjustments',
  run: async ({ month }): Promise<Problem | undefined> => {
    const waiting = await queries.execute(
      new GetAdjustments(
        { state: 'awaiting-approval', from: Date.parse(daysOfMonth(month).from), to: endOfMonth(month) },
        { limit: 1 },
      ),
    );
    return waiting.adjustments.length === 0 ? undefined : { problem: 'waiting' };
  },
});

/**
 * Every daily root of the month is signed. Roots that were lost may be accepted, but not that the last one is to come.
 */
export const rootsCheck = (queries: Queries): CloseCheck => ({
  name: 'roots',
  run: async ({ month }): Promise<Problem | undefined> => {
    const { from, to } = daysOfMonth(month);
    const {
      missing: [day, ...more],
      isLastDue,
    } = await queries.execute(new GetRootDays(from, to));
    if (isLastDue) return { problem: 'root-due', params: { day: to } };
    return day === undefined
      ? undefined
      : { problem: 'roots-missing', params: { day, count: 1 + more.length }, acceptable: true };
  },
});

/**
 * The transactions of every gateway with money were read after the end of the month, and nothing of the month that is
 * older than the grace is left unmatched. Both may be accepted: a gateway may be gone, and a movement may stay
 * unexplained.
 */
export const transactionsCheck = (queries: Queries): CloseCheck => ({
  name: 'transactions',
  run: async ({ month, now }): Promise<Problem | undefined> => {
    if (now < endOfMonth(month)) return undefined;
    const days = daysOfMonth(month);
    const revenue = await queries.execute(new GetRevenue(days, 'gateway'));
    const tieOut = await queries.execute(new GetTieOut(days));
    if (!revenue.ok || !tieOut.ok) return { problem: 'not-read', params: { gateway: '' } };
    const { reads, balances, overdue } = tieOut.value;
    const withMoney = new Set([...revenue.value.gateways, ...balances.map(({ gateway }) => gateway)]);
    const unread = [...withMoney].find(
      (name) => (reads.find(({ gateway }) => gateway === name)?.at ?? 0) < endOfMonth(month),
    );
    if (unread !== undefined) return { problem: 'not-read', params: { gateway: unread }, acceptable: true };
    return overdue === 0 ? undefined : { problem: 'unmatched', params: { count: overdue }, acceptable: true };
  },
});

/** The journal of the month balances and ties out. Only a difference with a gateway may be accepted. */
export const journalCheck = (queries: Queries): CloseCheck => ({
  name: 'journal',
  run: async ({ month, now }): Promise<Problem | undefined> => {
    if (now < endOfMonth(month)) return undefined;
    const journal = await queries.execute(new GetJournal(daysOfMonth(month)));
    if (!journal.ok) return { problem: 'not-tied', params: { count: 1 } };
    const wrong = journal.value.ties.filter(({ journal: own, source }) => own !== source);
    return wrong.length === 0
      ? undefined
      : {
          problem: 'not-tied',
          params: { count: wrong.length },
          acceptable: wrong.every(({ name }) => name === 'gateway'),
        };
  },
});

/** Results of the checks, in the order of display. @throws StoreUnavailable */
export async function runChecks(checks: readonly CloseCheck[], of: CheckedMonth): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const check of [...checks].sort((a, b) => CLOSE_CHECKS.indexOf(a.name) - CLOSE_CHECKS.indexOf(b.name))) {
    const { problem = null, params = {}, acceptable = false } = (await check.run(of)) ?? {};
    results.push({ name: check.name, problem, params, acceptable });
  }
  return results;
}
