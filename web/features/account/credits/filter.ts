import { z } from 'zod';
import { APP_NAMES, USAGE_TYPES, type AppName, type StatementFilter, type StatementLine, type UsageType } from '@src/credits/credits.shared';

/** Filters of statement lines. */
export const LINE_FILTERS = ['all', 'creations', 'granted', 'ended', 'adjusted'] as const;
export type LineFilter = (typeof LINE_FILTERS)[number];

const KINDS: Readonly<Record<Exclude<LineFilter, 'all'>, readonly StatementLine['kind'][]>> = {
  creations: ['creation', 'usage'], granted: ['grant'], ended: ['expiry', 'revocation'], adjusted: ['adjustment'],
};

/** Account and filters of a statement, as in the address. Days are local, `YYYY-MM-DD`, both included; '' for no bound. */
export interface StatementView {
  readonly appName: AppName;
  readonly usageType: UsageType;
  readonly shown: LineFilter;
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

export const NO_FILTER: Pick<StatementView, 'shown' | 'from' | 'to' | 'text'> = { shown: 'all', from: '', to: '', text: '' };

const one = <T extends string>(values: readonly T[], said: string | null, otherwise: T): T => values.find((value) => value === said) ?? otherwise;

/** A day of the calendar as it was written, or '' for what is none. */
const dayOf = (said: string | null): string => (z.iso.date().safeParse(said).success ? said ?? '' : '');

/** Reads the address; invalid values count as absent. */
export function statementViewOf(address: Pick<URLSearchParams, 'get'>): StatementView {
  return {
    appName: one(APP_NAMES, address.get('app'), 'kinora'), usageType: one(USAGE_TYPES, address.get('usage'), 'credits'),
    shown: one(LINE_FILTERS, address.get('show'), 'all'), from: dayOf(address.get('from')), to: dayOf(address.get('to')), text: (address.get('q') ?? '').trim().slice(0, 200),
  };
}

/** The address that says it; as short as can be. */
export function addressOf({ appName, usageType, shown, from, to, text }: StatementView): string {
  const said = { app: appName === 'kinora' ? '' : appName, usage: usageType === 'credits' ? '' : usageType, show: shown === 'all' ? '' : shown, from, to, q: text };
  return new URLSearchParams(Object.entries(said).filter(([, value]) => value !== '')).toString();
}

export const isFiltered = ({ shown, from, to, text }: StatementView): boolean => shown !== 'all' || from !== '' || to !== '' || text !== '';

/** When a day begins where the reader is, or the one so many days after it; milliseconds since the epoch. */
function startOf(day: string, after = 0): number {
  const [year = Number.NaN, month = Number.NaN, date = Number.NaN] = day.split('-').map(Number);
  return new Date(year, month - 1, date + after).getTime();
}

/** What is asked of the server. */
export function filterOf({ shown, from, to, text }: StatementView): StatementFilter {
  return {
    ...(shown === 'all' ? {} : { kinds: [...KINDS[shown]] }),
    ...(from === '' ? {} : { from: Math.max(0, startOf(from)) }),
    ...(to === '' ? {} : { to: Math.max(0, startOf(to, 1)) }),
    ...(text === '' ? {} : { text }),
  };
}

/** Where the same lines are had as a file. @param zone of the days in its name, IANA */
export function fileAddress(shows: StatementView, zone: string): string {
  const { kinds = [], from, to, text } = filterOf(shows);
  const query = new URLSearchParams({ appName: shows.appName, usageType: shows.usageType, zone });
  for (const kind of kinds) query.append('kinds', kind);
  for (const [name, value] of Object.entries({ from, to, text })) if (value !== undefined) query.set(name, String(value));
  return `/api/credits/statement.csv?${query.toString()}`;
}
