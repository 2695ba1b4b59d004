import type { GrantSource } from '@src/credits/credits.shared';
import type { MovedColumn } from '@src/credits/movements/movements.shared';
import type { Filters } from '../filters';

/** What a figure of the books counts. Days are UTC, both included. */
export interface Counted extends Filters {
  readonly source?: GrantSource;
}

/** The page with the lines behind a figure. */
export function movementsHref(column: MovedColumn, { from, to, app, usage, source }: Counted): string {
  const parameters = new URLSearchParams({ column, from, to, usage });
  if (app !== undefined) parameters.set('app', app);
  if (source !== undefined) parameters.set('source', source);
  return `/finance/movements?${parameters}`;
}
