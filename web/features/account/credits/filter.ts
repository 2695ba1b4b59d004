import { z } from 'zod';
import {
  APP_NAMES,
  USAGE_TYPES,
  type AppName,
  type StatementFilter,
  type StatementLine,
  type UsageType,
} from '@src/credits/credits.shared';

/** Filters of statement lines. */
export const LINE_FILTERS = ['all', 'creations', 'granted', 'ended', 'adjusted'] as const;
export type LineFilter = (typeof LINE_FILTERS)[number];

const KINDS: Readonly<Record<Exclude<LineFilter, 'all'>, readonly StatementLine['kind'][]>> = {
  creations: ['creation', 'usage'],
  granted: ['grant'],
  ended: ['expiry', 'revocation'],
  adjusted: ['adjustment'],
};

/**
 * Account and filters of a statement, as in the address. Days are local, `YYYY-MM-DD`, both included; '' for no bound.
 */
export interface StatementView {
  readonly appName: AppName;
  readonly usageType: UsageType;
  readonly shown: LineFilter;
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

export const NO_FILTER: Pick<StatementView, 'shown' | 'from' | 'to' | 'text'> = {
  shown: 'all',
  from: '',
  to: '',
  text: '',
};

const one = <T extends string>(values: readonly T[], said: string | null, otherwise: T): T =>
  values.find((value) => value === said) ?? otherwise;

/** A valid calendar day, or ''. */
const dayOf = (said: string | null): string => (z.iso.date().safeParse(said).success ? (said ?? '') : '');

/** Reads the address; invalid values count as absent. */
export function statementViewOf(address: Pick<URLSearchParams, 'get'>): StatementView {
  return {
    appName: one(APP_NAMES, address.get('app'), 'kinora'),
    usageType: one(USAGE_TYPES, address.get('usage'), 'credits'),
    shown: one(LINE_FILTERS, address.get('show'), 'all'),
    from: dayOf(address.get('from')),
    to: dayOf(address.get('to')),
    text: (address.get('q') ?? '').trim().slice(0, 200),
  };
}

/** The shortest query for a statement view. */
export function addressOf({ appName, usageType, shown, from, to, text }: StatementView): string {
  const said = {
    app: appName === 'kinora' ? '' : appName,
    usage: usageType === 'credits' ? '' : usageType,
    show: shown === 'all' ? '' : shown,
    from,
    to,
    q: text,
  };
  return new URLSearchParams(Object.entries(said).filter(([, value]) => value !== '')).toString();
}

export const isFiltered = ({ shown, from, to, text }: StatementView): boolean =>
  shown !== 'all' || from !== '' || to !== '' || text !== '';

/** Local midnight of a day, or of the day `after` days later; milliseconds since the epoch. */
function startOf(day: string, after = 0): number {
  const [year = Number.NaN, month = Number.NaN, date = Number.NaN] = day.split('-').map(Number);
  return new Date(year, month - 1, date + after).getTime();
}

/** The filter for the server's query. */
export function filterOf({ shown, from, to, text }: StatementView): StatementFilter {
  return {
    ...(shown === 'all' ? {} : { kinds: [...KINDS[shown]] }),
    ...(from === '' ? {} : { from: Math.max(0, startOf(from)) }),
    ...(to === '' ? {} : { to: Math.max(0, startOf(to, 1)) }),
    ...(text === '' ? {} : { text }),
  };
}

/** The address of the same lines as a file. @param zone IANA time zone of the days in the file's name */
export function fileAddress(shows: StatementView, zone: string): string {
  const { kinds = [], from, to, text } = filterOf(shows);
  const query = new URLSearchParams({ appName: shows.appName, usageType: shows.usageType, zone });
  for (const kind of kinds) query.append('kinds', kind);
  for (const [name, value] of Object.entries({ from, to, text }))
    if (value !== undefined) query.set(name, String(value));
  return `/api/credits/statement.csv?${query.toString()}`;
}
