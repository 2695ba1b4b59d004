import { Redis } from 'ioredis';
import { defined } from '../kernel/defined.shared.js';
import { wordsOf } from '../kernel/thrown.js';
import type { Logs } from './http/logs.js';
import { StoreUnavailable } from './unavailable.js';

/** Timeout of the first answer when opening. */
const OPEN_WITHIN_MS = 5_000;
/** Timeout of a command, whatever the state of the server. */
const ANSWER_WITHIN_MS = 3_000;
/** Timeout of a port's call, which may use several commands. */
const CALL_WITHIN_MS = 6_000;
/** A connection without any answer for this long is replaced; longer than a command may take. */
const DEAD_AFTER_MS = 5_000;

/** This process's connections to one Redis. Prefix and database separate the keys of several installations. */
export interface RedisConnections {
  /** For commands that answer at once. */
  readonly commands: Redis;
  /** For queues, whose library needs a separate connection. */
  readonly queues: Redis;
  /** Prefix of every key, e.g. `kinora:`. */
  readonly prefix: string;
  /**
   * Subscribes to a channel; the subscription survives lost connections.
   * @returns a function that unsubscribes
   */
  subscribe(channel: string, listener: (text: string) => void): () => void;
  /** Publishes if the server is reachable; never waits and never throws. */
  publish(channel: string, text: string): void;
  /**
   * Calls the listener each time the server is reachable again.
   * @returns a function that unsubscribes
   */
  onBack(listener: () => void): () => void;
  close(): Promise<void>;
}

export interface RedisOptions {
  /** `redis://` or `rediss://`, with the database's number as its path. */
  readonly url: string;
  readonly log: Pick<Logs, 'warn' | 'info'>;
  readonly prefix?: string;
}

/** Maximum messages in flight; further ones are dropped, as hints may be. */
const MAX_UNDERWAY = 1_000;

function client(url: string): Redis {
  return new Redis(url, {
    lazyConnect: true,
    connectTimeout: OPEN_WITHIN_MS,
    commandTimeout: ANSWER_WITHIN_MS,
    socketTimeout: DEAD_AFTER_MS,
    keepAlive: 10_000,
    // A command fails if the server is unreachable. Executing it later, when no one waits for it, would be wrong.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    // After a failover an old connection may lead to a replica; a new one reaches the primary.
    reconnectOnError: (error) => codeOf(error.message) === 'READONLY',
  });
}

/**
 * Opens the connections and keeps them open: lost ones are replaced with growing delays. While the server is
 * unreachable, every command fails within a few seconds.
 * @throws StoreUnavailable with `unreachable` if the server does not answer
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
    // Later errors are reported by `watch`, once for all connections. Without this listener an error event would end
    // the process.
    redis.on('error', () => undefined);
  }
}

/** Logs once when the server becomes unreachable, and once when it is back. */
function watch(redis: Redis, log: RedisOptions['log']): void {
  let lost: string | undefined;
  let isAway = false;
  redis.on('error', (error: Error) => (lost = error.message));
  redis.on('reconnecting', () => {
    if (!isAway) log.warn({ store: 'redis', ...defined({ detail: lost }) }, 'Redis is unreachable; reconnecting');
    isAway = true;
  });
  redis.on('ready', () => {
    if (isAway) log.info({ store: 'redis' }, 'Redis is reachable again');
    isAway = false;
    lost = undefined;
  });
}

class Connections implements RedisConnections {
  private readonly channels = new Map<string, Set<(text: string) => void>>();
  private readonly scope: string;
  private underway = 0;
  private isClosed = false;

  constructor(
    readonly commands: Redis,
    readonly queues: Redis,
    private readonly subscriptions: Redis,
    readonly prefix: string,
  ) {
    // Channels are shared by all databases.
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
    this.commands
      .publish(this.scope + channel, text)
      .catch(() => undefined)
      .finally(() => (this.underway -= 1));
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
    // A failed subscription is repeated once the connection is back.
    if (channels.length > 0 && this.subscriptions.status === 'ready')
      this.subscriptions.subscribe(...channels).catch(() => this.subscriptions.disconnect(true));
  }
}

/**
 * Runs a port's call on Redis and maps errors to the port's error, after a few seconds at most.
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
/** The server is reachable but cannot serve now: it is loading, busy, a replica, or its cluster is changing. */
const NOT_FOR_NOW: ReadonlySet<unknown> = new Set([
  'LOADING',
  'READONLY',
  'MASTERDOWN',
  'CLUSTERDOWN',
  'TRYAGAIN',
  'BUSY',
  'NOREPLICAS',
]);

/** The first word of a server error; undefined for network and driver errors. */
const codeOf = (detail: string): string | undefined => /^([A-Z]{2,}) /.exec(detail)?.[1];

function reasonOf(detail: string): StoreUnavailable['reason'] {
  const code = codeOf(detail);
  if (FULL.has(code)) return 'full';
  return code === undefined || NOT_FOR_NOW.has(code) ? 'unreachable' : 'failed';
}
