import type { Database } from '../sqlite/driver.js';
import type { TermIndex } from './port.js';
import { fieldSql, tableOf } from './sqlite-names.js';

/**
 * Documents by their terms: an FTS5 table without content (sqlite.org/fts5.html), whose row id is the document's place.
 * Places ascend with the order field, so FTS5 returns either end first without sorting. Triggers keep both tables, so
 * every way of writing a document also writes its terms.
 */

/** Places per value of the order field. With 2,048, times in milliseconds stay exact integers until the year 2109. */
const PLACES = 2_048;

const termsOf = (collection: string): string => `terms_${collection}`;
const placesOf = (collection: string): string => `places_${collection}`;

/** Terms as tokens: FTS5's own rules of words do not apply to hexadecimal digits. */
const token = (term: string): string => `"${Buffer.from(term, 'utf8').toString('hex')}"`;

/** The MATCH expression for documents with at least one term of each group. */
export const matchOf = (groups: readonly (readonly string[])[]): string =>
  groups.map((group) => `(${group.map(token).join(' OR ')})`).join(' AND ');

/** Documents of a MATCH expression beyond a place. Values: expression, place, limit. */
export const selectByTerms = (collection: string, descending: boolean): string =>
  selection(
    collection,
    descending,
    'd.id, d.version, d.body, p.place',
    `CROSS JOIN ${tableOf(collection)} AS d ON d.id = p.id`,
  );

/** As `selectByTerms`, without reading the documents. */
export const selectPlacesByTerms = (collection: string, descending: boolean): string =>
  selection(collection, descending, 'p.id, p.place', '');

/** Highest place first if descending, lowest first otherwise. */
const selection = (collection: string, descending: boolean, columns: string, documents: string): string =>
  `SELECT ${columns} FROM ${termsOf(collection)}
   CROSS JOIN ${placesOf(collection)} AS p ON p.place = ${termsOf(collection)}.rowid ${documents}
   WHERE ${termsOf(collection)} MATCH ? AND ${termsOf(collection)}.rowid ${descending ? '<' : '>'} ?
   ORDER BY ${termsOf(collection)}.rowid ${descending ? 'DESC' : 'ASC'} LIMIT ?`;

export function dropTerms(db: Database, collection: string): void {
  db.exec(`DROP TABLE IF EXISTS ${termsOf(collection)}; DROP TABLE IF EXISTS ${placesOf(collection)};`);
}

/** Creates the tables and triggers if they are missing, and adds the documents that are there. */
export function defineTerms(db: Database, collection: string, index: TermIndex): void {
  const isThere = db
    .prepare<[string]>("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?")
    .get(placesOf(collection));
  if (isThere !== undefined) return;
  const documents = tableOf(collection);
  const [order, list] = [fieldSql(index.order), fieldSql(index.field)];
  db.exec(`
    CREATE VIRTUAL TABLE ${termsOf(collection)}
      USING fts5(list, content='', contentless_delete=1, detail=none, tokenize='ascii');
    CREATE TABLE ${placesOf(collection)} (place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE) STRICT;
    CREATE TRIGGER ${documents}_terms_insert AFTER INSERT ON ${documents} BEGIN
      ${add(collection, index, 'new.id')}
    END;
    CREATE TRIGGER ${documents}_terms_update AFTER UPDATE ON ${documents}
    WHEN ${column(list, 'old')} IS NOT ${column(list, 'new')} OR ${column(order, 'old')} IS NOT ${column(order, 'new')}
    BEGIN
      ${remove(collection)}
      ${add(collection, index, 'new.id')}
    END;
    CREATE TRIGGER ${documents}_terms_delete AFTER DELETE ON ${documents} BEGIN
      ${remove(collection)}
    END;
  `);
  const [place, terms] = additions(collection, index, '?').map((sql) => db.prepare<[string]>(sql));
  for (const id of db.column<[], string>(`SELECT id FROM ${documents}`).all()) {
    place?.run(id);
    terms?.run(id);
  }
}

const column = (sql: string, row: 'old' | 'new'): string => sql.replace('(body,', `(${row}.body,`);

/** The statements that give a document its place, the first free one from its order's value, and add its terms. */
function additions(collection: string, { field, order }: TermIndex, id: string): readonly [string, string] {
  const places = placesOf(collection);
  return [
    `INSERT INTO ${places} (place, id)
       SELECT CASE WHEN EXISTS (SELECT 1 FROM ${places} WHERE place = first)
         THEN (SELECT p.place + 1 FROM ${places} AS p WHERE p.place >= first
           AND NOT EXISTS (SELECT 1 FROM ${places} AS q WHERE q.place = p.place + 1) ORDER BY p.place LIMIT 1)
         ELSE first END, id
       FROM (SELECT id, ${fieldSql(order)} * ${PLACES} AS first FROM ${tableOf(collection)} WHERE id = ${id}
         AND json_type(body, '$.${order}') = 'integer' AND json_array_length(body, '$.${field}') > 0)`,
    `INSERT INTO ${termsOf(collection)} (rowid, list)
       SELECT p.place, (SELECT group_concat(hex(value), ' ') FROM json_each(d.body, '$.${field}'))
       FROM ${places} AS p JOIN ${tableOf(collection)} AS d ON d.id = p.id WHERE p.id = ${id}`,
  ];
}

const add = (collection: string, index: TermIndex, id: string): string =>
  additions(collection, index, id)
    .map((sql) => `${sql};`)
    .join('\n');

const remove = (collection: string): string =>
  `DELETE FROM ${termsOf(collection)} WHERE rowid = (SELECT place FROM ${placesOf(collection)} WHERE id = old.id);
   DELETE FROM ${placesOf(collection)} WHERE id = old.id;`;
