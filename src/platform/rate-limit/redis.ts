import { z } from 'zod';
import { answered, type RedisConnections } from '../redis.js';
import { StoreUnavailable } from '../unavailable.js';
import type { RateLimit } from './port.js';

const STORE = 'rate limit';

/**
 * One take: removes takes outside the window, then either records the take and returns minus what remains, or returns
 * the milliseconds until the oldest expires. It uses the server's clock, so that all processes agree. The key expires
 * with its last take.
 */
const TAKE = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  local limit, window = tonumber(ARGV[1]), tonumber(ARGV[2])
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
  local count = redis.call('ZCARD', KEYS[1])
  if count >= limit then
    local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
    return oldest[2] + window - now
  end
  redis.call('ZADD', KEYS[1], now, time[1] .. '.' .. time[2] .. '-' .. count)
  redis.call('PEXPIRE', KEYS[1], window)
  return count + 1 - limit
`;

/** Counters shared by all processes. */
export function createRedisRateLimit({ redis }: { readonly redis: RedisConnections }): RateLimit {
  const keyOf = (key: string): string => `${redis.prefix}rate:${key}`;
  let isClosed = false;
  const ask = <T>(call: () => Promise<T>): Promise<T> =>
    isClosed ? Promise.reject(new StoreUnavailable(STORE, 'closed', 'the store was closed')) : answered(STORE, call);
  return {
    take: async (key, rule) => {
      const left = z
        .number()
        .parse(await ask(() => redis.commands.eval(TAKE, 1, keyOf(key), rule.limit, rule.windowMs)));
      return left > 0 ? { allowed: false, retryAfterMs: left } : { allowed: true, remaining: Math.abs(left) };
    },
    giveBack: (key) => ask(async () => void (await redis.commands.zpopmax(keyOf(key)))),
    forget: (key) => ask(async () => void (await redis.commands.del(keyOf(key)))),
    close: async () => void (isClosed = true),
  };
}
