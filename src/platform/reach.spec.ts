import { describe, expect, it } from '@jest/globals';
import { reach, ServerNotReached, whereOf } from './reach.js';
import { StoreUnavailable } from './unavailable.js';

const failing = (url: string, error: Error, secrets?: readonly string[]): Promise<unknown> =>
  reach({ name: 'MongoDB', variable: 'MONGODB_URL', url, ...(secrets ? { secrets } : {}) }, () =>
    Promise.reject(error),
  );

describe('a configured server that cannot be used', () => {
  it('is said with its name, its place, its variable and the reason, in one line', async () => {
    const failed = failing(
      'mongodb://mongo:27017/kinora',
      new StoreUnavailable('documents', 'unreachable', 'connect ECONNREFUSED\n  at the door'),
    );
    await expect(failed).rejects.toThrow(ServerNotReached);
    await expect(failed).rejects.toThrow(
      /^MongoDB at mongo:27017 \(MONGODB_URL\) cannot be used: connect ECONNREFUSED at the door$/,
    );
  });

  it('never gives a password away, as it was written or as it was meant', async () => {
    const url = 'mongodb://ada:p%40ss-word@mongo:27017/kinora';
    for (const words of [
      `cannot parse ${url}`,
      'wrong password p@ss-word',
      'wrong password p%40ss-word',
      'for ada:p%40ss-word',
      'key hush-hush',
    ]) {
      const said = await failing(url, new Error(words), ['hush-hush']).catch((error: unknown) => String(error));
      expect(said).not.toMatch(/p@ss|p%40ss|hush-hush/);
      expect(said).toContain('mongo:27017');
    }
  });

  it("is another's when what it stands on is what failed", async () => {
    const failure = new ServerNotReached('Redis at redis:6379 (REDIS_URL) cannot be used: gone');
    await expect(failing('mongodb://mongo', failure)).rejects.toBe(failure);
  });

  it.each([
    ['mongodb://a:1,b:2/kinora', 'a:1,b:2'],
    ['redis://:pw@redis:6379/1', 'redis:6379'],
    ['smtp://ada%40x:p@w@mail.example?tls=off', 'mail.example'],
    ['esdb+discover://es', 'es'],
  ])('is found in %s at %s', (url, where) => {
    expect(whereOf(url)).toBe(where);
  });
});
