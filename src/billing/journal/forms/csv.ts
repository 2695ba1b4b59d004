import { stringify } from 'csv-stringify/sync';

/**
 * A CSV file (RFC 4180, UTF-8) as accounting software imports it. Texts are written as they are, without the mark of an
 * export, because the import would take the mark as a part of the name; what callers pass in begins no formula.
 */
export function csvFile(columns: readonly string[], rows: readonly (readonly string[])[]): Buffer {
  // The library quotes a pair of line breaks by itself, but not a single one, which ends a row for most readers.
  return Buffer.from(stringify([columns, ...rows], { record_delimiter: 'windows', quoted_match: /[\r\n]/ }));
}
