import { MongoClientClosedError, MongoError, MongoNetworkError, MongoNotConnectedError, MongoServerError, MongoServerSelectionError, MongoTopologyClosedError, MongoWriteConcernError } from 'mongodb';
import { codeOf, wordsOf } from '../../kernel/thrown.js';
import { StoreUnavailable } from '../unavailable.js';

const STORE = 'documents';
/** Longer than the driver's own limits together for one attempt; a call that is in progress longer is given up. */
const MAX_MS = 8_000;

export const DUPLICATE_KEY = 11_000;
const OUT_OF_DISK_SPACE = 14_031;
/** The server is there except for now not the one to ask: it is shutting down, starting, or no primary (the driver's specification lists them). */
const NOT_FOR_NOW: ReadonlySet<unknown> = new Set([6, 7, 89, 91, 189, 262, 9001, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436]);

/** Of a socket that the other side has just closed: the driver lets what Node says of a write to it through as it is. */
const OF_THE_SOCKET = /^(EPIPE|ECONN\w+|ETIMEDOUT|ENET\w+|EHOST\w+|ERR_STREAM_\w+)$/;

/** Whether a write failed because a document of that id stands there. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/** What a failed call to the driver means to a caller: always StoreUnavailable for what the driver or the server says. */
export function unavailable(error: unknown): unknown {
  if (!(error instanceof MongoError)) return OF_THE_SOCKET.test(codeOf(error) ?? '') ? new StoreUnavailable(STORE, 'unreachable', wordsOf(error)) : error;
  return new StoreUnavailable(STORE, reasonOf(error), `${error.name}: ${error.message}`);
}

function reasonOf(error: MongoError): StoreUnavailable['reason'] {
  if (error instanceof MongoClientClosedError || error instanceof MongoNotConnectedError || error instanceof MongoTopologyClosedError) return 'closed';
  if (error instanceof MongoNetworkError || error instanceof MongoServerSelectionError || error instanceof MongoWriteConcernError) return 'unreachable';
  if (error.hasErrorLabel('RetryableWriteError') || NOT_FOR_NOW.has(error.code)) return 'unreachable';
  if (error.code === OUT_OF_DISK_SPACE || /no space left|disk is full/i.test(error.message)) return 'full';
  // What waits for a connection that does not come, or on a server that has gone meanwhile.
  if (/Timeout|PoolCleared|ServerClosed/.test(error.name)) return 'unreachable';
  return 'failed';
}

/**
 * Runs one call to the driver.
 * @param maxMs how long it may take, milliseconds; default 8 s
 * @throws StoreUnavailable when it fails, and when it has not ended by then: whether a write then took place is not known
 */
export async function call<T>(run: () => Promise<T>, maxMs = MAX_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StoreUnavailable(STORE, 'unreachable', `no answer within ${maxMs / 1_000} s`)), maxMs);
  });
  try {
    return await Promise.race([run(), late]);
  } catch (error) {
    throw unavailable(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Does something for each, so many at a time; answers in order. The first failure is thrown once those in progress have ended. */
export async function forEach<In, Out>(items: readonly In[], atOnce: number, work: (item: In) => Promise<Out>): Promise<readonly Out[]> {
  const results: Out[] = [];
  let next = 0;
  let failed = false;
  const worker = async (): Promise<void> => {
    while (next < items.length && !failed) {
      const index = next;
      next += 1;
      const item = items[index];
      if (item === undefined) continue;
      try {
        results[index] = await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return results;
}
