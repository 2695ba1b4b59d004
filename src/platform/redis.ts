import { Redis } from 'ioredis';
import { defined } from '../kernel/defined.shared.js';
import { wordsOf } from '../kernel/thrown.js';
import type { Logs } from './http/logs.js';
import { StoreUnavailable } from './unavailable.js';

/** At opening, the server has so long to answer. */
const OPEN_WITHIN_MS = 5_000;
/** A command has so long, whatever became of the server. */
const ANSWER_WITHIN_MS = 3_000;
/** A whole call of a port, which may be several commands. */
const CALL_WITHIN_MS = 6_000;
/** A connection on which nothing comes back for so long is given up and made again; longer than a command may take. */
const DEAD_AFTER_MS = 5_000;

/** The connections of this process to one Redis. Keys of several installations are kept apart by prefix and database. */
export interface RedisConnections {
  /** For commands that answer at once. */
  readonly commands: Redis;
  /** For queues, whose library wants a connection of its own. */
  readonly queues: Redis;
  /** Before every key, e.g. `kinora:`. */
  readonly prefix: string;
  /**
   * Hears what is published on a channel, now and after every time the connection was lost.
   * @returns how to stop
   */
  subscribe(channel: string, listener: (text: string) => void): () => void;
  /** Publishes, if the server is there; never waits and never throws. */
  publish(channel: string, text: string): void;
  /** Calls back each time the server is there again after it was away. @returns how to stop */
  onBack(listener: () => void): () => void;
  close(): Promise<void>;
}

export interface RedisOptions {
  /** `redis://` or `rediss://`, with the database's number as its path. */
  readonly url: string;
  readonly log: Pick<Logs, 'warn' | 'info'>;
  readonly prefix?: string;
}

/** Messages that may be on their way at once; the next ones are lost, as a hint may be. */
const MAX_UNDERWAY = 1_000;

function client(url: string): Redis {
  return new Redis(url, {
    lazyConnect: true,
    connectTimeout: OPEN_WITHIN_MS,
    commandTimeout: ANSWER_WITHIN_MS,
    socketTimeout: DEAD_AFTER_MS,
    keepAlive: 10_000,
    // A command that meets no server fails: to be carried out later, when no one waits for it any more, would be wrong.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    // After a failover an old connection may end at what is a replica now: a new one is led to the primary.
    reconnectOnError: (error) => codeOf(error.message) === 'READONLY',
  });
}

/**
 * Opens the connections and keeps them: lost ones are made again with growing pauses. While the server is away every command
 * fails within a few seconds.
 * @throws StoreUnavailable with `unreachable` when the server does not answer
 */
export async function openRedis({ url, log, prefix = 'kinora:' }: RedisOptions): Promise<RedisConnections> {
  const [commands, queues, subscriptions] = [client(url), client(url), client(url)];
  const all = [commands, queues, subscriptions];
  const openings = all.map(opened);
  try {
    await Promise.all(openings);
  } catch (error) {
    for (const one of all) one.disconnect();
    await Promise.allSettled(openings);
    throw new StoreUnavailable('redis', 'unreachable', wordsOf(error));
  }
  watch(commands, log);
  return new Connections(commands, queues, subscriptions, prefix);
}

async function opened(redis: Redis): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const refused = new Promise<never>((_, reject) => {
    redis.on('error', reject);
    timer = setTimeout(() => reject(new Error(`no answer within ${OPEN_WITHIN_MS / 1_000} s`)), OPEN_WITHIN_MS);
  });
  try {
    await Promise.race([redis.connect(), refused]);
  } finally {
    clearTimeout(timer);
    redis.removeAllListeners('error');
    // Later ones are told of by `watch`, once for all connections; an event that no one hears would end the process.
    redis.on('error', () => undefined);
  }
}

/** Says once that the server is away, and once that it is back. */
function watch(redis: Redis, log: RedisOptions['log']): void {
  let lost: string | undefined;
  let isAway = false;
  redis.on('error', (error: Error) => (lost = error.message));
  redis.on('reconnecting', () => {
    if (!isAway) log.warn({ store: 'redis', ...defined({ detail: lost }) }, 'redis is away and looked for again');
    isAway = true;
  });
  redis.on('ready', () => {
    if (isAway) log.info({ store: 'redis' }, 'redis is back');
    isAway = false;
    lost = undefined;
  });
}

class Connections implements RedisConnections {
  private readonly channels = new Map<string, Set<(text: string) => void>>();
  private readonly scope: string;
  private underway = 0;
  private isClosed = false;

  constructor(readonly commands: Redis, readonly queues: Redis, private readonly subscriptions: Redis, readonly prefix: string) {
    // Channels know no databases.
    this.scope = `${prefix}${subscriptions.options.db ?? 0}:`;
    subscriptions.on('message', (channel: string, text: string) => {
      for (const listener of [...(this.channels.get(channel) ?? [])]) listener(text);
    });
    subscriptions.on('ready', () => this.listenTo([...this.channels.keys()]));
  }

  subscribe(channel: string, listener: (text: string) => void): () => void {
    const name = this.scope + channel;
    const own = (text: string): void => listener(text);
    const listeners = this.channels.get(name);
    if (listeners) listeners.add(own);
    else {
      this.channels.set(name, new Set([own]));
      this.listenTo([name]);
    }
    return () => {
      const left = this.channels.get(name);
      if (left === undefined || !left.delete(own) || left.size > 0) return;
      this.channels.delete(name);
      if (!this.isClosed) this.subscriptions.unsubscribe(name).catch(() => undefined);
    };
  }

  publish(channel: string, text: string): void {
    if (this.isClosed || this.underway >= MAX_UNDERWAY || this.commands.status !== 'ready') return;
    this.underway += 1;
    this.commands.publish(this.scope + channel, text).catch(() => undefined).finally(() => (this.underway -= 1));
  }

  onBack(listener: () => void): () => void {
    const own = (): void => listener();
    this.commands.on('ready', own);
    return () => void this.commands.off('ready', own);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.channels.clear();
    for (const one of [this.commands, this.queues, this.subscriptions]) one.disconnect();
  }

  private listenTo(channels: readonly string[]): void {
    // One that fails is requested again as soon as the connection is there.
    if (channels.length > 0 && this.subscriptions.status === 'ready') this.subscriptions.subscribe(...channels).catch(() => this.subscriptions.disconnect(true));
  }
}

/**
 * Makes a call of a port on Redis and turns what goes wrong into the ports' own error, after a few seconds at the latest.
 * @throws StoreUnavailable
 */
export async function answered<T>(store: string, call: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${CALL_WITHIN_MS / 1_000} s`)), CALL_WITHIN_MS);
  });
  try {
    return await Promise.race([call(), late]);
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    const detail = wordsOf(error);
    throw new StoreUnavailable(store, reasonOf(detail), detail);
  } finally {
    clearTimeout(timer);
  }
}

const FULL: ReadonlySet<unknown> = new Set(['OOM', 'MISCONF']);
/** The server is there, except for now not the one to ask: it is loading, busy, a replica, or between two states of its cluster. */
const NOT_FOR_NOW: ReadonlySet<unknown> = new Set(['LOADING', 'READONLY', 'MASTERDOWN', 'CLUSTERDOWN', 'TRYAGAIN', 'BUSY', 'NOREPLICAS']);

/** The word that an error of the server begins with; undefined for the network's and the driver's. */
const codeOf = (detail: string): string | undefined => /^([A-Z]{2,}) /.exec(detail)?.[1];

function reasonOf(detail: string): StoreUnavailable['reason'] {
  const code = codeOf(detail);
  if (FULL.has(code)) return 'full';
  return code === undefined || NOT_FOR_NOW.has(code) ? 'unreachable' : 'failed';
}
