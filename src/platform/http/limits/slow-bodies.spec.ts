import { describe, expect, it } from '@jest/globals';
import Fastify from 'fastify';
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
      socket.write(
        `POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/octet-stream\r\nContent-Length: ${length}\r\n\r\n`,
      );
      return socket;
    };
    // An aborted connection may end with a reset, which is no error here.
    const closed = (socket: Socket): Promise<void> => new Promise((resolve) => socket.on('close', () => resolve()));
    let trickle: NodeJS.Timeout | undefined;
    try {
      const slow = begin(1_000);
      slow.resume();
      const cut = closed(slow);
      trickle = setInterval(() => slow.write('x'), 50);
      const well = begin(30_000);
      const over = closed(well);
      let answer = '';
      well.on('data', (text: Buffer) => {
        answer += text.toString();
      });
      for (let part = 0; part < 30; part += 1) {
        well.write('x'.repeat(1_000));
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
      await Promise.all([over, cut]);
      expect(answer).toContain('taken in');
    } finally {
      clearInterval(trickle);
      await fastify.close();
    }
  });
});
