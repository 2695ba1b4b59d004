import { describe, expect, it } from '@jest/globals';
import Fastify from 'fastify';
import { warnOfUntrustedProxy } from './proxy-warning.js';

describe('a proxy that is not trusted', () => {
  it.each([
    [false, 1],
    [1, 0],
  ] as const)(
    'with TRUST_PROXY %s is warned of %d times, however many requests it sends on',
    async (trustProxy, times) => {
      const warned: string[] = [];
      const fastify = Fastify();
      warnOfUntrustedProxy(fastify, { trustProxy }, { warn: (_fields, message) => void warned.push(message) });
      fastify.get('/', async () => 'here');
      const url = await fastify.listen({ host: '127.0.0.1', port: 0 });
      try {
        await fetch(url);
        expect(warned).toEqual([]);
        for (const address of ['192.0.2.1', '192.0.2.2']) await fetch(url, { headers: { 'x-forwarded-for': address } });
        expect(warned).toHaveLength(times);
      } finally {
        await fastify.close();
      }
    },
  );
});
