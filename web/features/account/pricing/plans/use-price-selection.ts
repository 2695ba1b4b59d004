'use client';

import { useState } from 'react';
import type { SubLog } from '@src/billing/plans/plan.shared';
import { isPaid } from '@src/billing/plans/plan.shared';
import { currencyOfCountry } from '@src/billing/plans/price.shared';
import { periodOf } from '@src/billing/plans/product.shared';
import type { Offer } from '@src/billing/shop/shop.shared';
import type { PlanPeriod } from './plans';

/** The initial currency: that of the user's plan, since a plan keeps its currency; else the country's. */
export function currencyFirst(
  { country, currencies }: Pick<Offer, 'country' | 'currencies'>,
  log: SubLog | undefined,
): string {
  const own = log !== undefined && log.isActiveSub && isPaid(log.currentPlan) ? log.currentPlan.currency : undefined;
  return currencies.find((currency) => currency === own) ?? currencyOfCountry(country.code, currencies);
}

/** The initial period: that of the user's plan, so that it is among those shown; else yearly. */
export function periodFirst(log: SubLog | undefined): PlanPeriod {
  const isMonthly =
    log !== undefined &&
    log.isActiveSub &&
    isPaid(log.currentPlan) &&
    log.currentPlan.subProductRelation.some((product) => periodOf(product) === 'monthly');
  return isMonthly ? 'monthly' : 'yearly';
}

/** The period and currency of the prices shown, with defaults until the user chooses. */
export function usePriceSelection(offer: Pick<Offer, 'country' | 'currencies'>, log: SubLog | undefined) {
  const [period, setPeriod] = useState<PlanPeriod>();
  const [currency, setCurrency] = useState<string>();
  return {
    period: period ?? periodFirst(log),
    setPeriod,
    currency: currency ?? currencyFirst(offer, log),
    setCurrency,
  };
}
