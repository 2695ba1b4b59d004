import type { Millis } from '../../kernel/clock.js';
import type { DocumentStore } from '../documents/port.js';
import type { Logs } from '../http/logs.js';
import { Leadership } from '../leases/leadership.js';
import { Leases } from '../leases/leases.js';
import type { Random } from '../random.js';

/** Lease of the process that follows the log and relays messages for all processes that share the documents. */
export const PROJECTOR_LEASE = 'projector';
/** About this long after a crash, another process takes over. */
export const PROJECTOR_LEASE_MS: Millis = 7_500;

export interface OperatorTurnParts {
  readonly documents: DocumentStore;
  readonly random: Random;
  readonly logger: Logs;
}

/** A projector is running on these stores. */
export class ProjectorRuns extends Error {
  constructor() {
    super(
      'A process with the role projector runs on these stores. Stop every one of them (the others may go on), run this again, and start them after it. Nothing was changed.',
    );
    this.name = 'ProjectorRuns';
  }
}

/**
 * Runs an operator's work in place of the projector. A projector loads its state (log position, parked streams) only
 * when it takes over, so nobody may change it while one runs. On shared documents this holds the projector's lease, so
 * that a process that starts stands by until the work is done. On embedded ones the data folder is locked by this
 * process.
 * @param forMs lease duration without renewal; a dead projector's lease is acquired after this long
 * @throws ProjectorRuns before anything was done; Error if the lease was lost during the work, which must then be
 * repeated; StoreUnavailable, and errors of the work
 */
export async function inProjectorsPlace<T>(
  { documents, random, logger }: OperatorTurnParts,
  work: () => Promise<T>,
  forMs: Millis = PROJECTOR_LEASE_MS,
): Promise<T> {
  if (!documents.shared) return work();
  // A monotonic clock.
  const clock = { now: () => performance.now() };
  let begin: () => void = () => undefined;
  const started = new Promise<'started'>((resolve) => (begin = () => resolve('started')));
  let isLost = false;
  const leadership = new Leadership({
    leases: await Leases.open(documents, clock),
    clock,
    log: logger,
    name: PROJECTOR_LEASE,
    holder: random.uuid(),
    forMs,
    job: {
      start: () => Promise.resolve(begin()),
      stop: async () => {
        isLost = true;
      },
    },
  });
  let timer: NodeJS.Timeout | undefined;
  // A dead holder's lease must be seen unchanged for its whole duration before it is taken over.
  const late = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), 1.5 * forMs)));
  leadership.begin();
  try {
    if ((await Promise.race([started, late])) === 'late') {
      throw new ProjectorRuns();
    }
    const done = await work();
    if (isLost)
      throw new Error(
        'Another process became the projector before this was done. Stop every process with the role projector and run this again.',
      );
    return done;
  } finally {
    clearTimeout(timer);
    await leadership.end();
  }
}
