import { createServer } from 'node:net';

/**
 * A port of 127.0.0.1 that nobody listens on, from below those that systems give to outgoing connections: one of these
 * might take the port of a server that is away for a moment, and a client that calls it might be connected to itself.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 15_000 + Math.trunc(Math.random() * 15_000);
    const probe = createServer();
    const free = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
    });
    if (free) return port;
  }
}
