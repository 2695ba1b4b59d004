import { stringify } from 'csv-stringify/sync';
import { readFileSync, writeFileSync } from 'node:fs';

/** A row of a file, each value as text. */
export type CsvRow = Record<string, string>;

/** Reads RFC 4180. */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    row.push(quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    if (row.length > 1) rows.push(row);
    row = [];
  }
  return rows;
}

/** The rows of a file with a header. */
export function readCsv(path: string): CsvRow[] {
  const [head = [], ...rows] = parseCsv(readFileSync(path, 'utf8'));
  return rows.map((row) => Object.fromEntries(head.map((name, place) => [name, row[place] ?? ''])));
}

/** Writes rows as the product does. */
export function writeCsv(path: string, rows: readonly CsvRow[]): void {
  writeFileSync(path, stringify([...rows], { header: true, record_delimiter: 'windows' }));
}
