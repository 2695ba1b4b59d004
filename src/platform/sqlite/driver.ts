import { DatabaseSync } from '@photostructure/sqlite';

/** A prepared statement, with the types of its bound values and of a row of its result. */
export interface Statement<Values extends unknown[] = unknown[], Row = unknown> {
  run(...values: Values): { readonly changes: number };
  get(...values: Values): Row | undefined;
  all(...values: Values): Row[];
  iterate(...values: Values): IterableIterator<Row>;
}

export interface OpenOptions {
  /** The file must exist, and is not written. */
  readonly readOnly?: boolean;
  /** How long to wait for another connection's lock, in milliseconds; default none. */
  readonly timeout?: number;
}

/** The part of the driver used here, with types: its own declarations leave values and rows untyped. */
interface Native {
  readonly isOpen: boolean;
  readonly isTransaction: boolean;
  prepare<Values extends unknown[], Row>(
    sql: string,
  ): Statement<Values, Row> & { setReturnArrays(arrays: boolean): void };
  exec(sql: string): void;
  close(): void;
}

/** A connection to a SQLite file, or to `:memory:`. The driver has the interface of `node:sqlite` (adr/0003). */
export class Database {
  private readonly native: Native;

  /** @throws Error with `errcode` if the file cannot be opened */
  constructor(path: string, options: OpenOptions = {}) {
    this.native = new DatabaseSync(path, options);
  }

  get inTransaction(): boolean {
    return this.native.isTransaction;
  }

  /** @throws Error with `errcode` if the statement is invalid */
  prepare<Values extends unknown[] = unknown[], Row = unknown>(sql: string): Statement<Values, Row> {
    return this.native.prepare<Values, Row>(sql);
  }

  /** A statement that returns only the first column of each row. */
  column<Values extends unknown[] = unknown[], Cell = unknown>(sql: string): Statement<Values, Cell> {
    const statement = this.native.prepare<Values, readonly [Cell]>(sql);
    statement.setReturnArrays(true);
    return {
      run: (...values) => statement.run(...values),
      get: (...values) => statement.get(...values)?.[0],
      all: (...values) => statement.all(...values).map(([cell]) => cell),
      *iterate(...values) {
        for (const [cell] of statement.iterate(...values)) yield cell;
      },
    };
  }

  exec(sql: string): void {
    this.native.exec(sql);
  }

  /**
   * Reads or changes a setting.
   * @returns its value
   */
  pragma(setting: string): unknown {
    return this.column(`PRAGMA ${setting}`).get();
  }

  /** No effect once it is closed. */
  close(): void {
    if (this.native.isOpen) this.native.close();
  }
}

/** SQLite's extended result code of a driver error (sqlite.org/rescode.html). */
export function resultCodeOf(thrown: unknown): number | undefined {
  const code: unknown = typeof thrown === 'object' && thrown !== null ? Reflect.get(thrown, 'errcode') : undefined;
  return typeof code === 'number' ? code : undefined;
}
