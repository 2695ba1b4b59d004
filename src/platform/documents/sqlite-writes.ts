import { createHash } from 'node:crypto';
import type { Database, Statement } from '../sqlite/driver.js';
import type { Cell, CellReader } from '../sqlite/cells.js';
import { fieldSql, tableOf } from './sqlite-names.js';
import { defineTerms, dropTerms } from './sqlite-terms.js';
import type { WriteSet } from '../sqlite/group-commit.js';

/** Unsettled messages. AUTOINCREMENT, because a sequence must never be reused. */
export const DOCUMENTS_SCHEMA = `
  CREATE TABLE IF NOT EXISTS outbox (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    type TEXT NOT NULL,
    data TEXT NOT NULL,
    collection TEXT NOT NULL,
    document_id TEXT NOT NULL
  ) STRICT;
`;

interface TableWrites {
  readonly insert: Statement;
  readonly update: Statement;
  readonly remove: Statement;
  readonly replace: Statement;
}

interface NamedRow {
  readonly name: string;
}

/**
 * `documents.define`: collection, how many indexes, then for each how many fields and the fields, then field and
 * order of the term index, or an empty text. `documents.drop`: collection. `documents.put`: collection, how many,
 * then for each id, expected version, body, messages. Answers 1 or 0 for each. `documents.delete`: collection, id,
 * expected version, messages. Answers 1 or 0. `documents.carry`: collection, how many, then for each id, version,
 * body or null, messages; the collection is made when missing. `documents.settle`: how many, then the ids of
 * messages. Messages are how many, then id, type, data of each.
 */
export function documentWrites(db: Database): WriteSet {
  const tables = new Map<string, TableWrites>();
  const post = db.prepare(
    'INSERT INTO outbox (id, type, data, collection, document_id) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const settle = db.prepare('DELETE FROM outbox WHERE id = ?');

  const tableWrites = (collection: string): TableWrites => {
    let writes = tables.get(collection);
    if (writes === undefined) tables.set(collection, (writes = prepareTable(db, collection)));
    return writes;
  };
  const messages = (input: CellReader, collection: string, documentId: string, written: boolean): void => {
    for (let count = input.number(); count > 0; count -= 1) {
      const id = input.text();
      const type = input.text();
      const data = input.text();
      if (written) post.run(id, type, data, collection, documentId);
    }
  };

  return {
    handlers: {
      'documents.define': (input) => define(db, input),
      'documents.drop': (input) => {
        const collection = input.text();
        tables.delete(collection);
        db.exec(`DROP TABLE IF EXISTS ${tableOf(collection)}`);
        dropTerms(db, collection);
      },
      'documents.put': (input, answer) => {
        const collection = input.text();
        const { insert, update } = tableWrites(collection);
        for (let count = input.number(); count > 0; count -= 1) {
          const id = input.text();
          const expected = input.number();
          const body = input.text();
          const { changes } = expected === 0 ? insert.run(id, body) : update.run(body, id, expected);
          messages(input, collection, id, changes > 0);
          answer.push(changes);
        }
      },
      'documents.delete': (input: CellReader, answer: Cell[]) => {
        const collection = input.text();
        const id = input.text();
        const { changes } = tableWrites(collection).remove.run(id, input.number());
        messages(input, collection, id, changes > 0);
        answer.push(changes);
      },
      'documents.carry': (input) => {
        const collection = input.text();
        createTable(db, collection);
        const { replace } = tableWrites(collection);
        for (let count = input.number(); count > 0; count -= 1) {
          const id = input.text();
          const version = input.number();
          const body = input.textOrNull();
          if (body !== null) replace.run(id, version, body);
          messages(input, collection, id, true);
        }
      },
      'documents.settle': (input) => {
        for (let count = input.number(); count > 0; count -= 1) settle.run(input.text());
      },
    },
    afterRollback: () => tables.clear(),
  };
}

function prepareTable(db: Database, collection: string): TableWrites {
  const table = tableOf(collection);
  return {
    insert: db.prepare(`INSERT INTO ${table} (id, version, body) VALUES (?, 1, ?) ON CONFLICT DO NOTHING`),
    update: db.prepare(`UPDATE ${table} SET version = version + 1, body = ? WHERE id = ? AND version = ?`),
    remove: db.prepare(`DELETE FROM ${table} WHERE id = ? AND version = ?`),
    replace: db.prepare(
      `INSERT INTO ${table} (id, version, body) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET version = excluded.version, body = excluded.body`,
    ),
  };
}

function createTable(db: Database, collection: string): void {
  db.exec(
    `CREATE TABLE IF NOT EXISTS ${tableOf(collection)} (id TEXT PRIMARY KEY, version INTEGER NOT NULL, body TEXT NOT NULL) STRICT`,
  );
}

/** Creates missing indexes and drops undeclared ones. */
function define(db: Database, input: CellReader): void {
  const collection = input.text();
  const table = tableOf(collection);
  createTable(db, collection);
  const declared = new Set<string>();
  for (let indexes = input.number(); indexes > 0; indexes -= 1) {
    const fields: string[] = [];
    for (let count = input.number(); count > 0; count -= 1) fields.push(input.text());
    const name = `${table}_${createHash('sha256').update(fields.join(',')).digest('hex').slice(0, 12)}`;
    declared.add(name);
    db.exec(`CREATE INDEX IF NOT EXISTS ${name} ON ${table} (${fields.map(fieldSql).join(', ')}, id)`);
  }
  const present = db
    .prepare<[string], NamedRow>(
      "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
    )
    .all(table);
  for (const { name } of present) if (!declared.has(name)) db.exec(`DROP INDEX ${name}`);
  const field = input.text();
  if (field !== '') defineTerms(db, collection, { field, order: input.text() });
}
