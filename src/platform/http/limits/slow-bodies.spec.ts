import { describe, expect, it } from '@jest/globals';
import Fastify from 'fastify';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { cutSlowBodies } from './slow-bodies.js';

describe('a body', () => {
  it('that comes too slowly is cut, and one that comes well is taken in', async () => {
    const fastify = Fastify({ forceCloseConnections: true });
    cutSlowBodies(fastify, { minBytesPerSecond: 1_000, everyMs: 200 });
    fastify.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume().on('end', () => done(null));
      payload.on('error', () => undefined);
    });
    fastify.post('/', async () => 'taken in');
    const port = Number(new URL(await fastify.listen({ port: 0, host: '127.0.0.1' })).port);
    const begin = (length: number): Socket => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/octet-stream\r\nContent-Length: ${length}\r\n\r\n`);
      return socket;
    };
    try {
      const slow = begin(1_000);
      slow.resume();
      const cut = once(slow, 'close');
      const trickle = setInterval(() => slow.write('x'), 50);
      const well = begin(30_000);
      const over = once(well, 'close');
      let answer = '';
      well.on('data', (text: Buffer) => { answer += text.toString(); });
      for (let part = 0; part < 30; part += 1) {
        well.write('x'.repeat(1_000));
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
      await Promise.all([over, cut]);
      clearInterval(trickle);
      expect(answer).toContain('taken in');
    } finally {
      await fastify.close();
    }
  });
});
