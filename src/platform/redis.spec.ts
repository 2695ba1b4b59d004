import { describe, expect, it } from '@jest/globals';
import { answered } from './redis.js';

describe('what Redis answers instead of doing it', () => {
  it.each([
    ["READONLY You can't write against a read only replica.", 'unreachable'],
    ["MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.", 'unreachable'],
    ['CLUSTERDOWN The cluster is down', 'unreachable'],
    ['TRYAGAIN Multiple keys request during rehashing of slot', 'unreachable'],
    ['BUSY Redis is busy running a script.', 'unreachable'],
    ['NOREPLICAS Not enough good replicas to write.', 'unreachable'],
    ['LOADING Redis is loading the dataset in memory', 'unreachable'],
    ['MISCONF Redis is configured to save RDB snapshots, but is currently unable to persist on disk.', 'full'],
    ["OOM command not allowed when used memory > 'maxmemory'.", 'full'],
    ['WRONGTYPE Operation against a key holding the wrong kind of value', 'failed'],
    ['NOAUTH Authentication required.', 'failed'],
    ['Connection is closed.', 'unreachable'],
    ['connect ECONNREFUSED 127.0.0.1:1', 'unreachable'],
  ] as const)('%s: it is %s', async (message, reason) => {
    await expect(answered('jobs', () => Promise.reject(new Error(message)))).rejects.toMatchObject({
      name: 'StoreUnavailable',
      store: 'jobs',
      reason,
    });
  });
});
