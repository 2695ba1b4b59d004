import { expect, it } from '@jest/globals';
import Fastify from 'fastify';
import { once } from 'node:events';
import { Streams } from '../platform/http/limits/streams.js';
import { serveStream } from './streams.js';

it('a stream whose client has left before it begins is never begun', async () => {
  const fastify = Fastify();
  const leaving = new AbortController();
  let watched = 0;
  const served = new Promise<void>((resolve, reject) => {
    fastify.get('/events', async (request, reply) => {
      leaving.abort();
      await once(reply.raw, 'close');
      const source = {
        changes: () => {
          watched += 1;
          return Promise.reject(new Error('watched'));
        },
        task: () => Promise.reject(new Error('not asked')),
        view: (answer: unknown) => answer,
        isValid: () => Promise.resolve(true),
        onFault: () => undefined,
      };
      const caller = { user: { id: 'ada' } } as never; // only the id is read
      const live = new Streams({ streamsPerAddress: 0, streamsPerProcess: 0 });
      await serveStream(request, reply, caller, undefined, live, source).then(resolve, reject);
    });
  });
  const url = await fastify.listen({ port: 0, host: '127.0.0.1' });
  try {
    await expect(fetch(`${url}/events`, { signal: leaving.signal })).rejects.toThrow('aborted');
    await served;
    expect(watched).toBe(0);
  } finally {
    await fastify.close();
  }
});
