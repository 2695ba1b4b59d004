import type { Statement } from '../sqlite/driver.js';
import type { Clock, Millis } from '../../kernel/clock.js';
import { parseJson } from '../documents/json.js';
import { Emitter } from '../emitter.js';
import type { Cell, CellReader } from '../sqlite/cells.js';
import type { SqliteDatabase } from '../sqlite/database.js';
import { StoreUnavailable } from '../unavailable.js';
import type { Jobs, LeasedJob, NewJob } from './port.js';

/**
 * Jobs in the embedded database.
 * @param clock decides when a lease has expired
 */
export function createSqliteJobs(database: SqliteDatabase, clock: Clock): Jobs {
  return new SqliteJobs(database, clock);
}

interface SizeRow {
  readonly all: number;
  readonly held: number;
}

const STORE = 'jobs';

class SqliteJobs implements Jobs {
  private readonly added = new Map<string, Emitter>();
  private readonly sizes: Statement<[Millis, string], SizeRow>;
  private closed = false;

  constructor(
    private readonly database: SqliteDatabase,
    private readonly clock: Clock,
  ) {
    this.sizes = database.reader.prepare(
      'SELECT count(*) AS "all", count(*) FILTER (WHERE lease_ends_at > ?) AS held FROM jobs WHERE queue = ?',
    );
  }

  async add({ id, queue, payload }: NewJob): Promise<boolean> {
    const added = await this.write('jobs.add', [id, queue, JSON.stringify(payload)], (answer) => answer.number() > 0);
    if (added) this.hints(queue).emit();
    return added;
  }

  lease(queue: string, worker: string, leaseMs: Millis, limit: number): Promise<readonly LeasedJob[]> {
    const now = this.clock.now();
    return this.write('jobs.lease', [queue, worker, now, leaseMs, limit], (answer) =>
      Array.from({ length: answer.number() }, () => ({
        id: answer.text(),
        queue,
        payload: parseJson(answer.text()),
        fence: answer.number(),
        leaseEndsAt: now + leaseMs,
      })),
    );
  }

  extend(id: string, fence: number, leaseMs: Millis): Promise<'held' | 'lost' | 'cancel'> {
    return this.write('jobs.extend', [id, fence, this.clock.now() + leaseMs], (answer) => {
      const outcome = answer.text();
      return outcome === 'held' || outcome === 'cancel' ? outcome : 'lost';
    });
  }

  finish(id: string, fence: number): Promise<boolean> {
    return this.write('jobs.finish', [id, fence], (answer) => answer.number() > 0);
  }

  async giveBack(id: string, fence: number): Promise<void> {
    const queue = await this.write('jobs.giveBack', [id, fence], (answer) => answer.text());
    if (queue !== '') this.hints(queue).emit();
  }

  cancel(id: string): Promise<'removed' | 'asked' | 'unknown'> {
    return this.write('jobs.cancel', [id, this.clock.now()], (answer) => {
      const outcome = answer.text();
      return outcome === 'removed' || outcome === 'asked' ? outcome : 'unknown';
    });
  }

  async size(queue: string): Promise<{ readonly waiting: number; readonly held: number }> {
    if (this.closed) throw this.closedError();
    this.database.assertOpen(STORE);
    const { all, held } = this.sizes.get(this.clock.now(), queue) ?? { all: 0, held: 0 };
    return { waiting: all - held, held };
  }

  onAdded(queue: string, listener: () => void): () => void {
    return this.hints(queue).subscribe(listener);
  }

  async ping(): Promise<void> {
    if (this.closed) throw this.closedError();
    await this.database.ping(STORE);
  }

  async close(): Promise<void> {
    this.closed = true;
  }

  private write<T>(kind: string, cells: readonly Cell[], decode: (answer: CellReader) => T): Promise<T> {
    if (this.closed) return Promise.reject(this.closedError());
    return this.database.writer.submit(STORE, kind, cells, decode);
  }

  private hints(queue: string): Emitter {
    let hints = this.added.get(queue);
    if (hints === undefined) this.added.set(queue, (hints = new Emitter()));
    return hints;
  }

  private closedError(): StoreUnavailable {
    return new StoreUnavailable(STORE, 'closed', 'the store was closed');
  }
}
