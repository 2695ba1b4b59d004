import type { Database } from '../sqlite/driver.js';
import type { WriteSet } from '../sqlite/group-commit.js';

/** `lease_ends_at` is 0 while a job is not leased. Fences come from one row, so none is ever used twice. */
export const JOBS_SCHEMA = `
  CREATE TABLE IF NOT EXISTS jobs (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    queue TEXT NOT NULL,
    payload TEXT NOT NULL,
    fence INTEGER NOT NULL DEFAULT 0,
    lease_ends_at INTEGER NOT NULL DEFAULT 0,
    held_by TEXT NOT NULL DEFAULT '',
    cancel_asked INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX IF NOT EXISTS jobs_by_queue ON jobs (queue, sequence);
  CREATE TABLE IF NOT EXISTS job_fence (
    only INTEGER PRIMARY KEY CHECK (only = 0),
    last INTEGER NOT NULL
  ) STRICT;
  INSERT INTO job_fence (only, last) VALUES (0, 0) ON CONFLICT DO NOTHING;
`;

interface FreeJob {
  readonly sequence: number;
  readonly id: string;
  readonly payload: string;
}

/**
 * `jobs.add`: id, queue, payload; answers 1, or 0 if it exists. `jobs.lease`: queue, worker, now, lease in ms, limit;
 * answers the count, then id, payload, fence of each. `jobs.extend`: id, fence, end of the lease; answers `held`,
 * `lost` or `cancel`. `jobs.finish`: id, fence; answers 1 or 0. `jobs.giveBack`: id, fence; answers the queue it waits
 * in again, or an empty string. `jobs.cancel`: id, now; answers `removed`, `asked` or `unknown`.
 */
export function jobWrites(db: Database): WriteSet {
  const add = db.prepare('INSERT INTO jobs (id, queue, payload) VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
  const dropCancelled = db.prepare('DELETE FROM jobs WHERE queue = ? AND lease_ends_at <= ? AND cancel_asked = 1');
  const free = db.prepare<[string, number, number], FreeJob>(
    'SELECT sequence, id, payload FROM jobs WHERE queue = ? AND lease_ends_at <= ? ORDER BY sequence LIMIT ?',
  );
  const fence = db.column<[], number>('SELECT last FROM job_fence');
  const setFence = db.prepare('UPDATE job_fence SET last = ?');
  const hold = db.prepare('UPDATE jobs SET fence = ?, lease_ends_at = ?, held_by = ? WHERE sequence = ?');
  const extend = db.column<[number, string, number], number>(
    'UPDATE jobs SET lease_ends_at = ? WHERE id = ? AND fence = ? AND fence > 0 RETURNING cancel_asked',
  );
  const finish = db.prepare('DELETE FROM jobs WHERE id = ? AND fence = ? AND fence > 0');
  const dropIfCancelled = db.prepare('DELETE FROM jobs WHERE id = ? AND fence = ? AND cancel_asked = 1');
  const giveBack = db.column<[string, number], string>(
    "UPDATE jobs SET fence = 0, lease_ends_at = 0, held_by = '' WHERE id = ? AND fence = ? AND fence > 0 RETURNING queue",
  );
  const removeFree = db.prepare('DELETE FROM jobs WHERE id = ? AND lease_ends_at <= ?');
  const askToCancel = db.prepare('UPDATE jobs SET cancel_asked = 1 WHERE id = ?');

  return {
    handlers: {
      'jobs.add': (input, answer) => {
        answer.push(add.run(input.text(), input.text(), input.text()).changes);
      },
      'jobs.lease': (input, answer) => {
        const queue = input.text();
        const worker = input.text();
        const now = input.number();
        const endsAt = now + input.number();
        dropCancelled.run(queue, now);
        const taken = free.all(queue, now, input.number());
        let last = fence.get() ?? 0;
        answer.push(taken.length);
        for (const { sequence, id, payload } of taken) {
          last += 1;
          hold.run(last, endsAt, worker, sequence);
          answer.push(id, payload, last);
        }
        if (taken.length > 0) setFence.run(last);
      },
      'jobs.extend': (input, answer) => {
        const id = input.text();
        const held = input.number();
        const extended = extend.get(input.number(), id, held);
        answer.push(extended === undefined ? 'lost' : extended > 0 ? 'cancel' : 'held');
      },
      'jobs.finish': (input, answer) => {
        answer.push(finish.run(input.text(), input.number()).changes);
      },
      'jobs.giveBack': (input, answer) => {
        const id = input.text();
        const held = input.number();
        dropIfCancelled.run(id, held);
        answer.push(giveBack.get(id, held) ?? '');
      },
      'jobs.cancel': (input, answer) => {
        const id = input.text();
        if (removeFree.run(id, input.number()).changes > 0) answer.push('removed');
        else answer.push(askToCancel.run(id).changes > 0 ? 'asked' : 'unknown');
      },
    },
  };
}
