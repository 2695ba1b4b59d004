import type { Database } from '../sqlite/driver.js';
import type { WriteSet } from '../sqlite/group-commit.js';

/**
 * References of blobs. `blob_unsettled` lists files that may exist without references, because the process may have
 * died between file and row. They are checked when the store opens.
 */
export const BLOBS_SCHEMA = `
  CREATE TABLE IF NOT EXISTS blobs (
    hash TEXT PRIMARY KEY,
    size INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS blob_references (
    hash TEXT NOT NULL,
    reference TEXT NOT NULL,
    PRIMARY KEY (hash, reference)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS blob_unsettled (
    hash TEXT PRIMARY KEY
  ) STRICT, WITHOUT ROWID;
`;

/**
 * `blobs.arriving`: hash; its file is about to be written. `blobs.arrived`: hash, size, reference; its file is durable.
 * `blobs.refer`: hash, reference; answers 1, or 0 if the blob does not exist. `blobs.release`: hash, reference; answers
 * 1 if that was the last reference and the file should be removed. `blobs.gone`: hash; its file is durably removed.
 */
export function blobWrites(db: Database): WriteSet {
  const unsettled = db.prepare('INSERT INTO blob_unsettled (hash) VALUES (?) ON CONFLICT DO NOTHING');
  const settled = db.prepare('DELETE FROM blob_unsettled WHERE hash = ?');
  const addBlob = db.prepare('INSERT INTO blobs (hash, size) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const removeBlob = db.prepare('DELETE FROM blobs WHERE hash = ?');
  const known = db.prepare('SELECT 1 FROM blobs WHERE hash = ?');
  const addReference = db.prepare('INSERT INTO blob_references (hash, reference) VALUES (?, ?) ON CONFLICT DO NOTHING');
  const removeReference = db.prepare('DELETE FROM blob_references WHERE hash = ? AND reference = ?');
  const anyReference = db.prepare('SELECT 1 FROM blob_references WHERE hash = ? LIMIT 1');
  return {
    handlers: {
      'blobs.arriving': (input) => {
        unsettled.run(input.text());
      },
      'blobs.arrived': (input) => {
        const hash = input.text();
        addBlob.run(hash, input.number());
        addReference.run(hash, input.text());
        settled.run(hash);
      },
      'blobs.refer': (input, answer) => {
        const hash = input.text();
        const reference = input.text();
        const there = known.get(hash) !== undefined;
        if (there) addReference.run(hash, reference);
        answer.push(there ? 1 : 0);
      },
      'blobs.release': (input, answer) => {
        const hash = input.text();
        const removed = removeReference.run(hash, input.text()).changes > 0;
        const last = removed && anyReference.get(hash) === undefined;
        if (last) {
          removeBlob.run(hash);
          unsettled.run(hash);
        }
        answer.push(last ? 1 : 0);
      },
      'blobs.gone': (input) => {
        settled.run(input.text());
      },
    },
  };
}
