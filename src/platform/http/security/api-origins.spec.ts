import { describe, expect, it } from '@jest/globals';
import { ApiOrigins } from './api-origins.js';

const asIs = async (origin: string): Promise<readonly string[]> => [origin];

describe('the apis that calls are sent on to', () => {
  it('are all that share a name, as many as there are now', async () => {
    let machines = ['http://10.0.0.1:3000', 'http://10.0.0.2:3000'];
    const origins = new ApiOrigins(
      ['http://api:3000'],
      async () => 'ready',
      async () => machines,
    );
    expect(await origins.check()).toBe('2 of 2 ready');
    expect(new Set([origins.next(), origins.next()])).toEqual(new Set(machines));
    machines = [...machines, 'http://10.0.0.3:3000'];
    expect(await origins.check()).toBe('3 of 3 ready');
    expect(new Set([origins.next(), origins.next(), origins.next()])).toEqual(new Set(machines));
  });

  it('are asked by how they fared: the ready ones, then those that answer, then the rest', async () => {
    const seen = new Map<string, 'ready' | 'answers' | 'away'>([
      ['http://a', 'away'],
      ['http://b', 'answers'],
      ['http://c', 'ready'],
    ]);
    const origins = new ApiOrigins([...seen.keys()], async (origin) => seen.get(origin) ?? 'away', asIs);
    expect(await origins.check()).toBe('1 of 3 ready');
    const tried = new Set<string>();
    const order: (string | undefined)[] = [];
    for (let n = 0; n < 4; n += 1) {
      const next = origins.next(tried);
      order.push(next);
      if (next !== undefined) tried.add(next);
    }
    expect(order).toEqual(['http://c', 'http://b', 'http://a', undefined]);
  });

  it('are asked last once they have not answered, until they are seen again', async () => {
    const origins = new ApiOrigins(['http://a', 'http://b'], async () => 'ready', asIs);
    await origins.check();
    origins.missed('http://a');
    expect([origins.next(), origins.next(), origins.next()]).toEqual(['http://b', 'http://b', 'http://b']);
    await origins.check();
    expect(new Set([origins.next(), origins.next()])).toEqual(new Set(['http://a', 'http://b']));
  });

  it('are not well when none is ready, and not there when none answers', async () => {
    await expect(new ApiOrigins(['http://a'], async () => 'answers', asIs).check()).rejects.toMatchObject({
      reason: 'failed',
    });
    await expect(new ApiOrigins(['http://a'], async () => 'away', asIs).check()).rejects.toMatchObject({
      reason: 'unreachable',
    });
  });
});
