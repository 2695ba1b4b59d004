import type { Millis } from '../../kernel/clock.js';
import type { DocumentStore } from '../documents/port.js';
import type { Logs } from '../http/logs.js';
import { Leadership } from '../leadership.js';
import { Leases } from '../leases.js';
import type { Random } from '../random.js';

/** Who holds it follows the log and relays messages, alone among the processes that share their documents. */
export const PROJECTOR_LEASE = 'projector';
/** Someone else continues so long after a process died, and a little. */
export const PROJECTOR_LEASE_MS: Millis = 7_500;

export interface OperatorTurnParts {
  readonly documents: DocumentStore;
  readonly random: Random;
  readonly logger: Logs;
}

/** A process that keeps the projections up runs on these stores. */
export class ProjectorRuns extends Error {
  constructor() {
    super('A process with the role projector runs on these stores. Stop every one of them (the others may go on), run this again, and start them after it. Nothing was changed.');
    this.name = 'ProjectorRuns';
  }
}

/**
 * Does an operator's work in the projector's place. What a projector remembers (its place in the log, what is set aside) it learns when
 * it takes over, so that no one may change it beside a running one. On shared documents the lease of the projector is held
 * meanwhile: a process that starts stands by until the work is done. On embedded ones the data folder is this process's alone.
 * @param forMs how long the lease lasts unrenewed; that of one who died is had after so long
 * @throws ProjectorRuns, before anything was done, Error when the lease was lost during the work, which is then to be
 * done again; StoreUnavailable, and what the work throws
 */
export async function inProjectorsPlace<T>({ documents, random, logger }: OperatorTurnParts, work: () => Promise<T>, forMs: Millis = PROJECTOR_LEASE_MS): Promise<T> {
  if (!documents.shared) return work();
  // Never set back or on, as the time of day may be.
  const clock = { now: () => performance.now() };
  let begin: () => void = () => undefined;
  const begun = new Promise<'begun'>((resolve) => (begin = () => resolve('begun')));
  let isLost = false;
  const leadership = new Leadership({
    leases: await Leases.open(documents, clock), clock, log: logger, name: PROJECTOR_LEASE, holder: random.uuid(), forMs,
    job: {
      start: () => Promise.resolve(begin()),
      stop: async () => {
        isLost = true;
      },
    },
  });
  let timer: NodeJS.Timeout | undefined;
  // One who has died is seen unchanged for its whole time, at one of several looks, before it is passed over.
  const late = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), 1.5 * forMs)));
  leadership.begin();
  try {
    if ((await Promise.race([begun, late])) === 'late') {
      throw new ProjectorRuns();
    }
    const done = await work();
    if (isLost) throw new Error('Another process has taken the projector\'s place before this was done. Stop every process with the role projector and run this again.');
    return done;
  } finally {
    clearTimeout(timer);
    await leadership.end();
  }
}
