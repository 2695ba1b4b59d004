'use client';

import { useState } from 'react';
import type { SubLog } from '@src/billing/plans/plan.shared';
import { isPaid } from '@src/billing/plans/plan.shared';
import { currencyOfCountry } from '@src/billing/plans/price.shared';
import { periodOf } from '@src/billing/plans/product.shared';
import type { Offer } from '@src/billing/shop/shop.shared';
import type { PlanPeriod } from './plans';

/** What prices are shown in: that of one's plan, for a plan keeps the currency that it was begun in; else the country's. */
export function currencyFirst({ country, currencies }: Pick<Offer, 'country' | 'currencies'>, log: SubLog | undefined): string {
  const own = log !== undefined && log.isActiveSub && isPaid(log.currentPlan) ? log.currentPlan.currency : undefined;
  return currencies.find((currency) => currency === own) ?? currencyOfCountry(country.code, currencies);
}

/** How often prices are shown to be paid: as one's plan is, so that it is found among them; else by the year. */
export function periodFirst(log: SubLog | undefined): PlanPeriod {
  const isMonthly = log !== undefined && log.isActiveSub && isPaid(log.currentPlan) && log.currentPlan.subProductRelation.some((product) => periodOf(product) === 'monthly');
  return isMonthly ? 'monthly' : 'yearly';
}

/** The period and currency of the prices shown, with defaults until the user chooses. */
export function usePriceSelection(offer: Pick<Offer, 'country' | 'currencies'>, log: SubLog | undefined) {
  const [period, setPeriod] = useState<PlanPeriod>();
  const [currency, setCurrency] = useState<string>();
  return { period: period ?? periodFirst(log), setPeriod, currency: currency ?? currencyFirst(offer, log), setCurrency };
}
