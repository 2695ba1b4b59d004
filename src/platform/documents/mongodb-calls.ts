import {
  MongoClientClosedError,
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  MongoWriteConcernError,
} from 'mongodb';
import { codeOf, wordsOf } from '../../kernel/thrown.js';
import { StoreUnavailable } from '../unavailable.js';

const STORE = 'documents';
/** Longer than the driver's own limits for one attempt together; a longer call is abandoned. */
const MAX_MS = 8_000;

export const DUPLICATE_KEY = 11_000;
const OUT_OF_DISK_SPACE = 14_031;
/**
 * The server answers but cannot serve: shutting down, starting, or not primary (listed in the driver's specification).
 */
const NOT_FOR_NOW: ReadonlySet<unknown> = new Set([
  6, 7, 89, 91, 189, 262, 9001, 10_058, 10_107, 11_600, 11_602, 13_435, 13_436,
]);

/** Socket errors of Node that the driver passes through when the peer has just closed the connection. */
const OF_THE_SOCKET = /^(EPIPE|ECONN\w+|ETIMEDOUT|ENET\w+|EHOST\w+|ERR_STREAM_\w+)$/;

/** Whether a write failed because a document of that id exists. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY;
}

/** Maps a driver error for the caller: StoreUnavailable for every error of the driver or the server. */
export function unavailable(error: unknown): unknown {
  if (!(error instanceof MongoError))
    return OF_THE_SOCKET.test(codeOf(error) ?? '') ? new StoreUnavailable(STORE, 'unreachable', wordsOf(error)) : error;
  return new StoreUnavailable(STORE, reasonOf(error), `${error.name}: ${error.message}`);
}

function reasonOf(error: MongoError): StoreUnavailable['reason'] {
  if (
    error instanceof MongoClientClosedError ||
    error instanceof MongoNotConnectedError ||
    error instanceof MongoTopologyClosedError
  )
    return 'closed';
  if (
    error instanceof MongoNetworkError ||
    error instanceof MongoServerSelectionError ||
    error instanceof MongoWriteConcernError
  )
    return 'unreachable';
  if (error.hasErrorLabel('RetryableWriteError') || NOT_FOR_NOW.has(error.code)) return 'unreachable';
  if (error.code === OUT_OF_DISK_SPACE || /no space left|disk is full/i.test(error.message)) return 'full';
  // Timeouts while waiting for a connection or a server.
  if (/Timeout|PoolCleared|ServerClosed/.test(error.name)) return 'unreachable';
  return 'failed';
}

/**
 * Runs one driver call.
 * @param maxMs time limit, milliseconds; default 8 s
 */
export async function call<T>(run: () => Promise<T>, maxMs = MAX_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new StoreUnavailable(STORE, 'unreachable', `no answer within ${maxMs / 1_000} s`)),
      maxMs,
    );
  });
  try {
    return await Promise.race([run(), late]);
  } catch (error) {
    throw unavailable(error);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Maps items with limited concurrency; results keep the order. The first error is thrown after the calls in progress
 * have ended.
 */
export async function forEach<In, Out>(
  items: readonly In[],
  atOnce: number,
  work: (item: In) => Promise<Out>,
): Promise<readonly Out[]> {
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
