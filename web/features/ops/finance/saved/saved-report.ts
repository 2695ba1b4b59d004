import type { SavedReport } from '@src/billing/reports/reports.shared';
import { presetOf, rangeOf } from '../filters';

/**
 * A page and its filters, as they are saved. Days that are a named range today are saved by its name, and a last day of
 * today is left out, because it is the default.
 * @param path without language
 * @param today `YYYY-MM-DD`, UTC
 */
export function reportOf(
  path: string,
  parameters: URLSearchParams,
  today: string,
): Pick<SavedReport, 'path' | 'query' | 'range'> {
  const query = new URLSearchParams(parameters);
  const [from, to] = [query.get('from'), query.get('to')];
  const range = from === null ? null : (presetOf({ from, to: to ?? today }, today) ?? null);
  if (range !== null) query.delete('from');
  if (range !== null || to === today) query.delete('to');
  return { path, query: query.toString(), range };
}

/** The address of a saved report. @param today `YYYY-MM-DD`, UTC */
export function hrefOfReport(
  { path, query, range }: Pick<SavedReport, 'path' | 'query' | 'range'>,
  today: string,
): string {
  const parameters = new URLSearchParams(query);
  if (range !== null) for (const [name, value] of Object.entries(rangeOf(range, today))) parameters.set(name, value);
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}
