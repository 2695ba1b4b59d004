import { z } from 'zod';
import type { Logs } from '../http/logs.js';
import { systemRandom } from '../random.js';
import { answered, type RedisConnections } from '../redis.js';
import { StoreUnavailable } from '../unavailable.js';
import { createLocalChannels } from './memory.js';
import type { Signals } from './port.js';

const STORE = 'signals';

const envelope = z.object({ from: z.string(), message: z.json() });

/**
 * Signals between all processes of one Redis. Within a process they are delivered at once, whatever the state of the
 * server.
 */
export function createRedisSignals({
  redis,
  log,
}: {
  readonly redis: RedisConnections;
  readonly log: Pick<Logs, 'warn'>;
}): Signals {
  const own = systemRandom.uuid();
  const channels = createLocalChannels();
  /** Functions that unsubscribe from other processes' messages, by channel. */
  const remote = new Map<string, () => void>();
  let isClosed = false;
  const keyOf = (key: string): string => `${redis.prefix}kept:${key}`;
  const ask = <T>(call: () => Promise<T>): Promise<T> =>
    isClosed ? Promise.reject(new StoreUnavailable(STORE, 'closed', 'the store was closed')) : answered(STORE, call);

  const onMessage = (channel: string, text: string): void => {
    const parsed = envelope.safeParse(parse(text));
    if (!parsed.success) return log.warn({ channel }, 'ignored an invalid signal');
    if (parsed.data.from !== own) channels.deliver(channel, parsed.data.message);
  };

  return {
    reach: 'installation',
    publish: (channel, message) => {
      if (isClosed) return;
      channels.deliver(channel, message);
      redis.publish(`signal:${channel}`, JSON.stringify({ from: own, message }));
    },
    subscribe: (channel, listener) => {
      const here = channels.listen(channel, listener);
      // One subscription per channel is enough: messages are delivered to all local listeners.
      if (!isClosed && !remote.has(channel))
        remote.set(
          channel,
          redis.subscribe(`signal:${channel}`, (text) => onMessage(channel, text)),
        );
      return () => {
        here();
        if (channels.count(channel) > 0) return;
        remote.get(channel)?.();
        remote.delete(channel);
      };
    },
    keep: (key, value, forMs) =>
      ask(async () => void (await redis.commands.set(keyOf(key), Buffer.from(value), 'PX', forMs))),
    kept: (key) => ask(async () => (await redis.commands.getBuffer(keyOf(key))) ?? undefined),
    forget: (key) => ask(async () => void (await redis.commands.del(keyOf(key)))),
    ping: () => ask(async () => void (await redis.commands.ping())),
    close: async () => {
      isClosed = true;
      for (const stop of remote.values()) stop();
      remote.clear();
      channels.clear();
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
