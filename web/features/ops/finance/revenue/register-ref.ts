import type { RegisterKind } from '@src/billing/register/register.shared';
import type { ScheduledFigure } from '@src/billing/register/schedule.shared';

/** Columns of revenue whose figures are sums of payments, refunds or disputes. */
export const KIND_OF_COLUMN = {
  paid: 'payment',
  refunded: 'refund',
  disputed: 'dispute',
  returned: 'won',
  lost: 'lost',
} as const satisfies Readonly<Record<string, RegisterKind>>;
export type RegisteredColumn = keyof typeof KIND_OF_COLUMN;

export const isRegistered = (column: string): column is RegisteredColumn => Object.hasOwn(KIND_OF_COLUMN, column);

/** What a figure of revenue counts. Days are UTC, both included. */
export interface CountedMoney {
  readonly from: string;
  readonly to: string;
  readonly currency: string;
  readonly gateway?: string;
  readonly plan?: string;
}

/** The page with the payments, refunds or disputes behind a figure. */
export function registerHref(kind: RegisterKind, counted: CountedMoney): string {
  return `/finance/payments?${new URLSearchParams({ kind, ...counted })}`;
}

/** The page with the payments behind net, recognised or deferred revenue. */
export function scheduleHref(figure: ScheduledFigure, counted: CountedMoney): string {
  return `/finance/schedule?${new URLSearchParams({ figure, ...counted })}`;
}

/** The rows behind a column of revenue; undefined for tax, which is a part of payments. */
export function rowsHref(column: string, counted: CountedMoney): string | undefined {
  if (isRegistered(column)) return registerHref(KIND_OF_COLUMN[column], counted);
  return column === 'net' || column === 'recognised' ? scheduleHref(column, counted) : undefined;
}
