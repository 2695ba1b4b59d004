import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { blobWrites, BLOBS_SCHEMA } from '../blobs/sqlite-writes.js';
import { documentWrites, DOCUMENTS_SCHEMA } from '../documents/sqlite-writes.js';
import { EVENT_STORE_SCHEMA, eventStoreWrites } from '../event-store/sqlite-writes.js';
import { JOBS_SCHEMA, jobWrites } from '../jobs/sqlite-writes.js';
import type { Cell } from './cells.js';
import type { WriterSettings } from './connection.js';
import { openForWriting } from './connection.js';
import type { WriteSet } from './group-commit.js';
import { GroupCommit } from './group-commit.js';

/** A batch of writes, or null to close. */
type Message = Cell[] | null;

/** A commit that takes longer, in milliseconds, is limited by the disk. */
const SLOW_MS = 1;
/**
 * Writes that arrive within this time after the answers, in milliseconds, were pending while the last group was
 * written.
 */
const AT_ONCE_MS = 0.3;
/**
 * Maximum wait for answered callers, in milliseconds; they return much sooner, but all other writers wait meanwhile.
 */
const LONGEST_PAUSE_MS = 5;
/** Never notified: used to sleep for less than a timer's millisecond. */
const SILENCE = new Int32Array(new SharedArrayBuffer(4));

const PING: WriteSet = { handlers: { ping: () => undefined } };

/**
 * The writer thread. It takes all pending batches, runs them as one group, and answers each; the next group collects
 * while it waits for the disk. `null` closes it. On a slow disk, if others wait already, it gives the callers it has
 * just answered a quarter of that time to return, at most 5 ms. Otherwise the callers would split into two halves that
 * alternate, and each would wait for the disk.
 */
function serve(): void {
  const port = parentPort;
  if (port === null) throw new Error('the writer runs as a worker thread');
  // Only `SqliteWriter.start` runs this file. A schema to validate it would double the startup time.
  const db = openForWriting(workerData as WriterSettings);
  db.exec(EVENT_STORE_SCHEMA + DOCUMENTS_SCHEMA + JOBS_SCHEMA + BLOBS_SCHEMA);
  const group = new GroupCommit(db, [eventStoreWrites(db), documentWrites(db), jobWrites(db), blobWrites(db), PING]);

  const close = (): void => {
    db.close();
    port.postMessage('closed');
    port.close();
  };
  let lasted = 0;
  let ended = 0;
  port.on('message', (first: Message) => {
    if (lasted > SLOW_MS && performance.now() - ended < AT_ONCE_MS)
      Atomics.wait(SILENCE, 0, 0, Math.min(lasted / 4, LONGEST_PAUSE_MS));
    const batches: Cell[][] = [];
    let next: Message | undefined = first;
    while (next !== null && next !== undefined) {
      batches.push(next);
      // Only `SqliteWriter` uses the other end of this port.
      const waiting = receiveMessageOnPort(port) as { readonly message: Message } | undefined;
      next = waiting?.message;
    }
    const started = performance.now();
    if (batches.length > 0) port.postMessage(group.run(batches));
    ended = performance.now();
    lasted = ended - started;
    if (next === null) close();
  });
  port.postMessage('ready');
}

serve();
