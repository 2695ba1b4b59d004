import { stringify } from 'csv-stringify';
import { Readable } from 'node:stream';
import type { GrantPart, StatementLine } from '../credits.shared.js';

/** Columns of a statement file: whole credits, times in ISO 8601 UTC, payments by source. */
const STATEMENT_COLUMNS = [
  'at',
  'kind',
  'id',
  'title',
  'credits',
  'availableAfter',
  'held',
  'surcharge',
  'captured',
  'released',
  'expired',
  'revoked',
  'listPrice',
  'paidBy',
  'expiresAt',
  'reason',
  'lastChangeAt',
] as const;
type Row = Readonly<Record<(typeof STATEMENT_COLUMNS)[number], string | number | Date | null>>;

/**
 * A statement as a CSV file: RFC 4180, UTF-8, one row per line, streamed. An apostrophe prefixes any value that a
 * spreadsheet would read as a formula. An error destroys the stream, so a partial file is never taken for a complete
 * one.
 */
export function statementFile(lines: AsyncIterable<StatementLine>): Readable {
  const csv = stringify({
    header: true,
    columns: [...STATEMENT_COLUMNS],
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: { date: (value) => value.toISOString() },
  });
  const rows = Readable.from(rowsOf(lines));
  rows.on('error', (error) => csv.destroy(error));
  csv.on('close', () => rows.destroy());
  return rows.pipe(csv);
}

async function* rowsOf(lines: AsyncIterable<StatementLine>): AsyncGenerator<Row, void, undefined> {
  for await (const line of lines) yield rowOf(line);
}

function rowOf({ id, kind, at, steps, paidBy, change, availableAfter, work }: StatementLine): Row {
  const sum = (...whats: readonly StatementLine['steps'][number]['what'][]): number | null => {
    const of = steps.filter(({ what }) => whats.includes(what));
    return of.length === 0 ? null : of.reduce((all, { amount }) => all + amount, 0);
  };
  const expiresAt = kind === 'grant' ? paidBy[0]?.expiresAt : undefined;
  return {
    at: new Date(at),
    kind,
    id,
    title: work?.title ?? null,
    credits: change,
    availableAfter: availableAfter ?? null,
    held: sum('held'),
    surcharge: sum('surcharge'),
    captured: sum('captured'),
    released: sum('released', 'hold-expired'),
    expired: sum('expired'),
    revoked: sum('revoked'),
    listPrice: sum('used'),
    paidBy: bySource(paidBy),
    expiresAt: expiresAt === undefined ? null : new Date(expiresAt),
    reason: steps.flatMap(({ reason }) => reason ?? []).join('; '),
    lastChangeAt: new Date(steps.at(-1)?.at ?? at),
  };
}

function bySource(parts: readonly GrantPart[]): string {
  const sums = new Map<string, number>();
  for (const { source, amount } of parts) sums.set(source, (sums.get(source) ?? 0) + amount);
  return [...sums].map(([source, amount]) => `${source} ${amount}`).join('; ');
}

/**
 * File name of a statement: its usage type and period.
 * @param zone the reader's time zone (IANA), which decides where days begin
 */
export function statementFileName(
  usageType: string,
  { from, to }: { readonly from?: number | undefined; readonly to?: number | undefined },
  now: number,
  zone: string,
): string {
  const day = (at: number): string =>
    new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);
  const last = day(Math.min(now, (to ?? Infinity) - 1));
  return `kinora-${usageType.toLowerCase()}-${from === undefined ? 'until' : `${day(from)}-to`}-${last}.csv`;
}
