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

/** A batch of writes, or the wish to close. */
type Message = Cell[] | null;

/** A commit that takes longer waits for the disk more than for anything else, milliseconds. */
const SLOW_MS = 1;
/** What comes within so long after the answers was waiting while the last group was written, milliseconds. */
const AT_ONCE_MS = 0.3;
/** They come back much sooner, however long the disk has taken; whoever else writes waits meanwhile, milliseconds. */
const LONGEST_PAUSE_MS = 5;
/** No one ever rings here: for sleeping less than a timer's millisecond. */
const SILENCE = new Int32Array(new SharedArrayBuffer(4));

const PING: WriteSet = { handlers: { ping: () => undefined } };

/**
 * The one thread that writes. It takes every batch that is waiting, carries them out as one group, and answers
 * each; while it waits for the disk the next group gathers by itself. `null` asks it to close.
 * On a slow disk it gives those whom it has just answered a quarter of that time to come back, 5 ms at most, when others wait already: else the callers
 * fall into two halves that take turns, and each costs a wait for the disk.
 */
function serve(): void {
  const port = parentPort;
  if (port === null) throw new Error('the writer runs as a worker thread');
  // Only `SqliteWriter.start` runs this file. No schema is loaded to check it: that would double the time to start.
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
    if (lasted > SLOW_MS && performance.now() - ended < AT_ONCE_MS) Atomics.wait(SILENCE, 0, 0, Math.min(lasted / 4, LONGEST_PAUSE_MS));
    const batches: Cell[][] = [];
    let next: Message | undefined = first;
    while (next !== null && next !== undefined) {
      batches.push(next);
      // Only `SqliteWriter` has the other end of this port.
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
