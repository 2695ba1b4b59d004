import type { Millis } from '../../../src/kernel/clock.js';
import { openRedis, type RedisConnections } from '../../../src/platform/redis.js';
import { type Adapter, ManualClock, type Opened } from '../adapters.js';
import { redisServer } from './servers.js';

const quiet = { warn: () => undefined, info: () => undefined };

/** What runs out by itself runs out so much earlier: keys with an end, and takes that a limit counts. */
const PASS = `
  for _, key in ipairs(redis.call('KEYS', ARGV[1] .. '*')) do
    local left = redis.call('PTTL', key)
    if left > 0 and redis.call('TYPE', key).ok == 'zset' then
      local entries = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
      for index = 1, #entries, 2 do redis.call('ZADD', key, entries[index + 1] - ARGV[2], entries[index]) end
    end
    if left > tonumber(ARGV[2]) then redis.call('PEXPIRE', key, left - ARGV[2])
    elseif left > 0 then redis.call('DEL', key) end
  end
`;

/** A store as a suite gets it, with a way to let time pass. */
export interface Timed<Store> extends Opened<Store> {
  /** Lets so much time pass for the store, at once. On `real` time some more passes by itself. */
  pass(ms: Millis): Promise<void>;
}

export interface TimedAdapter<Store> extends Adapter<Store> {
  open(): Promise<Timed<Store>>;
}

/** An adapter whose time is a clock in the test's hand. */
export function timed<Store>(adapter: Adapter<Store>): TimedAdapter<Store> {
  return {
    ...adapter,
    open: async () => {
      const opened = await adapter.open();
      return { ...opened, pass: async (ms) => opened.clock.advance(ms) };
    },
  };
}

/** An adapter on a Redis, its keys apart from every other test's. */
export function onRedis<Store extends { close(): Promise<void> }>(
  create: (redis: RedisConnections) => Store,
): TimedAdapter<Store> {
  return {
    name: 'redis',
    time: 'real',
    missing: redisServer.missing,
    close: () => redisServer.stop(),
    open: async () => {
      const redis = await openRedis({
        url: await redisServer.url(),
        log: quiet,
        prefix: `kinora-test-${crypto.randomUUID()}:`,
      });
      const store = create(redis);
      return {
        store,
        clock: new ManualClock(),
        pass: async (ms) => void (await redis.commands.eval(PASS, 0, redis.prefix, ms)),
        dispose: async () => {
          await store.close();
          const left = await redis.commands.keys(`${redis.prefix}*`);
          if (left.length > 0) await redis.commands.del(...left);
          await redis.close();
        },
      };
    },
  };
}
