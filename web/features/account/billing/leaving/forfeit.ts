import type { BalanceView, ExpiriesView } from '@src/credits/credits.shared';

/** What happens to the credits when a plan ends. Whole credits. */
export interface Forfeit {
  /** The plan's credits by the time they expire, soonest first. */
  readonly lots: readonly { readonly at: number; readonly amount: number }[];
  /** The sum of `lots`. */
  readonly ofPlan: number;
  /** Credits that were bought, earned or granted otherwise. They stay. */
  readonly others: number;
}

/** The credits that expire with the plan, by the current balance. */
export function forfeitOf(expiries: Pick<ExpiriesView, 'expiring'>, balance: Pick<BalanceView, 'available'>): Forfeit {
  const lots = expiries.expiring
    .filter(({ source, available }) => source === 'plan' && available > 0)
    .map(({ at, available }) => ({ at, amount: available }));
  const ofPlan = lots.reduce((sum, { amount }) => sum + amount, 0);
  return { lots, ofPlan, others: Math.max(0, balance.available - ofPlan) };
}
