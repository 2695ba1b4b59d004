import type { Database, Statement } from './driver.js';
import type { Cell } from './cells.js';
import { CellReader } from './cells.js';
import { writeFailure } from './failures.js';

/**
 * A kind of write: reads its cells, runs its statements, and appends its answer. If it throws, only its own statements
 * are rolled back, so it must not change anything outside the database before its last statement has succeeded.
 */
export type WriteHandler = (input: CellReader, answer: Cell[]) => void;

/** The writes of one store, and its hooks around a group. */
export interface WriteSet {
  readonly handlers: Readonly<Record<string, WriteHandler>>;
  /** Runs inside the transaction, after the last write of a group. */
  readonly beforeCommit?: () => void;
  readonly afterCommit?: () => void;
  /** Discards in-memory state from the group, because the database is as before. */
  readonly afterRollback?: () => void;
}

const DONE = 1;
const REFUSED = 0;

/**
 * Runs all pending writes in one transaction, so that they share one fsync. Each succeeds or fails alone.
 *
 * A group first runs without savepoints, which cost a sixth of the speed. Only if a write throws is everything rolled
 * back and the group run again with a savepoint for each write. A lost transaction (disk full, failed fsync) is also
 * rolled back and run again; if it is lost a second time, every write of the group is refused.
 */
export class GroupCommit {
  private readonly handlers: ReadonlyMap<string, WriteHandler>;
  private readonly begin: Statement;
  private readonly commit: Statement;
  private readonly rollback: Statement;
  private readonly savepoint: Statement;
  private readonly release: Statement;
  private readonly rollbackToSavepoint: Statement;

  constructor(
    private readonly db: Database,
    private readonly sets: readonly WriteSet[],
  ) {
    this.handlers = new Map(sets.flatMap((set) => Object.entries(set.handlers)));
    this.begin = db.prepare('BEGIN IMMEDIATE');
    this.commit = db.prepare('COMMIT');
    this.rollback = db.prepare('ROLLBACK');
    this.savepoint = db.prepare('SAVEPOINT one');
    this.release = db.prepare('RELEASE one');
    this.rollbackToSavepoint = db.prepare('ROLLBACK TO one');
  }

  /**
   * @param batches each a sequence of writes: the kind, then the cells that its handler reads
   * @returns the answers in the same order: 1 and the handler's cells, or 0, a reason and the detail
   */
  run(batches: readonly (readonly Cell[])[]): readonly Cell[] {
    try {
      return this.transaction(batches, (input, answer) => this.write(input, answer));
    } catch {
      this.undo();
    }
    try {
      return this.transaction(batches, (input, answer) => this.writeAlone(input, answer));
    } catch (error) {
      this.undo();
      const { reason, detail } = writeFailure(error);
      return batches.flatMap((batch) => this.refuseAll(batch, reason, detail));
    }
  }

  private transaction(batches: readonly (readonly Cell[])[], write: WriteHandler): readonly Cell[] {
    this.begin.run();
    const answers: Cell[] = [];
    for (const batch of batches) {
      const input = new CellReader(batch);
      while (!input.done) write(input, answers);
    }
    for (const set of this.sets) set.beforeCommit?.();
    this.commit.run();
    for (const set of this.sets) set.afterCommit?.();
    return answers;
  }

  private write(input: CellReader, answer: Cell[]): void {
    input.number();
    const kind = input.text();
    const handler = this.handlers.get(kind);
    if (handler === undefined) throw new TypeError(`no such write: ${kind}`);
    answer.push(DONE);
    handler(input, answer);
  }

  private writeAlone(input: CellReader, answer: Cell[]): void {
    const start = input.place;
    const answered = answer.length;
    this.savepoint.run();
    try {
      this.write(input, answer);
      this.release.run();
    } catch (error) {
      if (!this.db.inTransaction) throw error;
      this.rollbackToSavepoint.run();
      this.release.run();
      answer.length = answered;
      const { reason, detail } = writeFailure(error);
      if (reason === 'full') throw error;
      answer.push(REFUSED, reason, detail);
      input.rewind(start);
      input.rewind(start + input.number());
    }
  }

  private refuseAll(batch: readonly Cell[], reason: string, detail: string): Cell[] {
    const input = new CellReader(batch);
    const answer: Cell[] = [];
    for (let at = 0; !input.done; input.rewind(at)) {
      at += input.number();
      answer.push(REFUSED, reason, detail);
    }
    return answer;
  }

  private undo(): void {
    if (this.db.inTransaction) this.rollback.run();
    for (const set of this.sets) set.afterRollback?.();
  }
}
