'use client';

import { useFormatter, useLocale } from 'next-intl';
import { priceText } from '@src/billing/plans/price.shared';
import type { Money } from '@src/kernel/money.shared';
import { localZone } from '@/features/core/days';

/** Formats the dates and amounts of the billing pages. */
export function useFigures() {
  const format = useFormatter();
  const locale = useLocale();
  return {
    day: (at: number): string => format.dateTime(at, { dateStyle: 'long', timeZone: localZone() }),
    shortDay: (at: number): string => format.dateTime(at, { dateStyle: 'medium', timeZone: localZone() }),
    moment: (at: number): string =>
      format.dateTime(at, { dateStyle: 'long', timeStyle: 'short', timeZone: localZone() }),
    span: (start: number, end: number): string =>
      format.dateTimeRange(start, end, { dateStyle: 'medium', timeZone: localZone() }),
    price: (amount: Money): string => priceText(amount, locale),
    number: (amount: number): string => format.number(amount),
  };
}
