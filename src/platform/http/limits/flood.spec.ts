import { afterEach, expect, it } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { limitFloods } from './flood.js';

let server: FastifyInstance;
let sockets: readonly Socket[] = [];
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await server.close();
});

it('starts a few requests in a turn of the event loop, however many arrive at once, so that others get a turn too', async () => {
  server = Fastify();
  limitFloods(server, { requestsPerAddress: 1_000 }, undefined);
  let turn = 0;
  const started = new Map<number, number>();
  server.get('/', () => {
    started.set(turn, (started.get(turn) ?? 0) + 1);
    return 'done';
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo; // it listens on a port
  let accepted = 0;
  const all = new Promise<void>(
    (resolve) =>
      void server.server.on('connection', () => {
        accepted += 1;
        if (accepted === 60) resolve();
      }),
  );
  sockets = Array.from({ length: 60 }, () => connect(port, '127.0.0.1'));
  await all;
  let counting = setImmediate(function next() {
    turn += 1;
    counting = setImmediate(next);
  });
  // Written at once, they are all there in the next turn.
  for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  await Promise.all(sockets.map((socket) => once(socket, 'data')));
  clearImmediate(counting);
  expect([...started.values()].reduce((sum, count) => sum + count, 0)).toBe(60);
  // Six hold a permit; the count may begin in the middle of a turn.
  expect(Math.max(...started.values())).toBeLessThanOrEqual(12);
});
