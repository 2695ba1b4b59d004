import { Worker } from 'node:worker_threads';
import { StoreUnavailable } from '../unavailable.js';
import type { Cell } from './cells.js';
import { CellReader } from './cells.js';
import type { WriterSettings } from './connection.js';

const PING = 'ping';

interface Pending {
  readonly store: string;
  readonly kind: string;
  /** Reads the answer and resolves the caller's promise. */
  readonly done: (answer: CellReader) => void;
  readonly failed: (error: unknown) => void;
}

/** State of the writer on the main thread, for metrics and health. */
export interface WriterStatus {
  /** Pending writes. */
  readonly waiting: number;
  /** Why writing is no longer possible, if so. */
  readonly failure: string | undefined;
  /** Why the last write hit the disk's limits; cleared by a later successful write. */
  readonly full: string | undefined;
}

/**
 * This many cells are sent at once (a dozen appends of one event, or one of thirty-two), before the end of the turn.
 * The writer then works on the first callers' writes while this thread prepares the others.
 */
const CELLS_A_MESSAGE = 128;
/** Replaces an answered write. */
const ANSWERED: Pending = { store: '', kind: '', done: () => {}, failed: () => {} };
/** Maximum pending writes; further ones are refused, so that a slow disk does not fill the memory. */
const MAX_WAITING = 50_000;

/** The main thread's side of the writer thread: the writes of one turn of the event loop are sent in a few messages. */
export class SqliteWriter {
  private outgoing: Cell[] = [];
  private scheduled = false;
  /** Answers arrive in the order of the writes, so writes need no ids. */
  private readonly pending: Pending[] = [];
  private answered = 0;
  private failure: string | undefined;
  private full: string | undefined;
  private closing: Promise<void> | undefined;
  private onClosed: (() => void) | undefined;

  private constructor(
    private readonly worker: Worker,
    private readonly onGroup: (writes: number) => void,
    private readonly onDeath: (detail: string) => void,
  ) {
    worker.on('message', (message: unknown) => this.receive(message));
    worker.on('error', (error) => this.fail(`the writer thread failed: ${error.message}`));
    worker.on('exit', (code) => {
      this.fail(`the writer thread ended with ${code}`);
      this.onClosed?.();
    });
  }

  /**
   * Starts the thread and waits until the database is open.
   * @param onGroup receives the number of writes in each commit
   * @param onDeath called if the thread ends unexpectedly: no further write is possible
   * @throws Error if the database cannot be opened for durable writing
   */
  static async start(
    settings: WriterSettings,
    onGroup: (writes: number) => void = () => {},
    onDeath: (detail: string) => void = () => {},
  ): Promise<SqliteWriter> {
    const fromSource = import.meta.url.endsWith('.ts');
    const worker = new Worker(new URL(fromSource ? './writer.worker.ts' : './writer.worker.js', import.meta.url), {
      workerData: settings,
      ...(fromSource ? { execArgv: ['--import', new URL('./typescript-loader.mjs', import.meta.url).href] } : {}),
    });
    await new Promise<void>((resolve, reject) => {
      worker.once('message', () => resolve());
      worker.once('error', (error) =>
        reject(new Error(`the database ${settings.path} cannot be used: ${error.message}`)),
      );
    });
    worker.removeAllListeners('error');
    return new SqliteWriter(worker, onGroup, onDeath);
  }

  get status(): WriterStatus {
    return { waiting: this.pending.length - this.answered, failure: this.failure, full: this.full };
  }

  /**
   * Submits a write. Resolves once it is committed and fsynced.
   * @param store name of the port, for errors
   * @param decode reads the handler's answer
   * @throws StoreUnavailable `full` if the disk is full, `failed` for any other error, `closed` after `close`
   */
  submit<T>(store: string, kind: string, cells: readonly Cell[], decode: (answer: CellReader) => T): Promise<T> {
    if (this.closing !== undefined)
      return Promise.reject(new StoreUnavailable(store, 'closed', 'the database was closed'));
    if (this.failure !== undefined) return Promise.reject(new StoreUnavailable(store, 'failed', this.failure));
    if (this.status.waiting >= MAX_WAITING)
      return Promise.reject(new StoreUnavailable(store, 'failed', 'too many writes are waiting'));
    const { outgoing } = this;
    outgoing.push(cells.length + 2, kind);
    for (const cell of cells) outgoing.push(cell);
    const answered = new Promise<T>((resolve, reject) => {
      this.pending.push({ store, kind, done: (answer) => resolve(decode(answer)), failed: reject });
    });
    if (outgoing.length >= CELLS_A_MESSAGE) this.send();
    else if (!this.scheduled) {
      this.scheduled = true;
      // After the microtasks: by then every caller that the last answers woke has submitted its next write.
      setImmediate(this.flush);
    }
    return answered;
  }

  /** Completes pending writes, closes the database and ends the thread. */
  close(): Promise<void> {
    this.closing ??= new Promise<void>((resolve) => {
      this.onClosed = resolve;
      if (this.failure !== undefined) return resolve();
      this.send();
      this.worker.postMessage(null);
    });
    return this.closing;
  }

  private readonly flush = (): void => {
    this.scheduled = false;
    this.send();
  };

  private send(): void {
    if (this.outgoing.length === 0) return;
    const batch = this.outgoing;
    this.outgoing = [];
    this.worker.postMessage(batch);
  }

  private receive(message: unknown): void {
    if (!Array.isArray(message)) return;
    const answers = new CellReader(message);
    let writes = 0;
    while (!answers.done) {
      const next = this.pending[this.answered];
      if (next === undefined) throw new Error('the writer answered an unknown write');
      // Released at once, so that answered callers are not kept in memory while thousands of writes are still pending.
      this.pending[this.answered] = ANSWERED;
      this.answered += 1;
      writes += 1;
      const refused = settle(next, answers);
      // A ping writes nothing, so it succeeds on a full disk too.
      if (refused?.reason === 'full') this.full = refused.message;
      else if (refused === undefined && next.kind !== PING) this.full = undefined;
    }
    if (this.answered === this.pending.length || this.answered > 4_096) {
      this.pending.splice(0, this.answered);
      this.answered = 0;
    }
    this.onGroup(writes);
  }

  private fail(detail: string): void {
    const isFirst = this.failure === undefined;
    this.failure ??= detail;
    for (const { store, failed } of this.pending.splice(0).slice(this.answered)) {
      failed(new StoreUnavailable(store, this.closing === undefined ? 'failed' : 'closed', detail));
    }
    this.answered = 0;
    if (isFirst && this.closing === undefined) this.onDeath(detail);
  }
}

/** @returns the refusal, if it was refused */
function settle({ store, done, failed }: Pending, answers: CellReader): StoreUnavailable | undefined {
  if (answers.number() === 1) {
    done(answers);
    return undefined;
  }
  const reason = answers.text() === 'full' ? 'full' : 'failed';
  const refused = new StoreUnavailable(store, reason, answers.text());
  failed(refused);
  return refused;
}
