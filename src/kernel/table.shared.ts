/** `integer` is a whole number, `time` a moment, `day` a UTC day as `YYYY-MM-DD`. */
export type ColumnType = 'integer' | 'time' | 'day' | 'text';
/** What a value counts; empty for ids, codes and texts. */
export type Unit = 'credits' | 'minor units' | 'events' | 'UTC' | '';
/** One column of a file: its stable name, its type, its unit and its meaning. */
export type ColumnDefinition = readonly [name: string, type: ColumnType, unit: Unit, about: string];

/**
 * A file with one row per item. One declaration serves the CSV file, the Parquet file and docs/export-format.md. Every
 * column may be empty.
 */
export interface Table<
  Name extends string = string,
  Columns extends readonly ColumnDefinition[] = readonly ColumnDefinition[],
> {
  readonly name: Name;
  /** What one row is. */
  readonly row: string;
  /** `days`: the period must begin and end at midnight UTC. */
  readonly period: 'moments' | 'days';
  /** Columns by which the rows can be selected. */
  readonly filters: readonly string[];
  readonly columns: Columns;
}

type ValueOf<Type extends ColumnType> = Type extends 'integer' ? number : Type extends 'time' ? Date : string;
/** A row of a table; null where a column does not apply. Times are dates, days texts. */
export type RowOf<One extends Table> = {
  readonly [Column in One['columns'][number] as Column[0]]: ValueOf<Column[1]> | null;
};
/** A row of any table. */
export type AnyRow = Readonly<Record<string, string | number | Date | null>>;

/** Declares a table and keeps the names and types of its columns. */
export const table = <const Name extends string, const Columns extends readonly ColumnDefinition[]>(
  name: Name,
  row: string,
  period: Table['period'],
  columns: Columns,
  filters: readonly Columns[number][0][] = [],
): Table<Name, Columns> => ({ name, row, period, columns, filters });
