import { once } from 'node:events';
import { createServer as createHttpServer, request as ask, type IncomingMessage } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that a test can cut. */
export interface Proxy {
  readonly port: number;
  /** Lets the next answer begin, and ends its connection in the middle of it; once. Resolves when that has happened. */
  cutNextAnswer(): Promise<void>;
  /**
   * Holds back for so long what the server answers on a connection on which a word was said; undefined for no longer.
   */
  hold(word: string | undefined, ms: number): void;
  /** Bytes that clients have sent through it. */
  taken(): number;
  /** Ends every connection, and refuses new ones until `restore`. */
  cut(): void;
  restore(): void;
  close(): Promise<void>;
}

/** Passes bytes on both ways between a port of its own on 127.0.0.1 and the server's. */
export async function startProxy(target: number): Promise<Proxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let refusing = false;
  let taken = 0;
  let cutting: (() => void) | undefined;
  let held: { readonly word: string; readonly ms: number } | undefined;

  const server = createServer((near) => {
    if (refusing) {
      near.destroy();
      return;
    }
    const far = connect(target, '127.0.0.1');
    const pair = [near, far] as const;
    pairs.add(pair);
    const end = (): void => {
      near.destroy();
      far.destroy();
      pairs.delete(pair);
    };
    for (const socket of pair) {
      socket.setNoDelay(true);
      socket.on('error', end);
      socket.on('close', end);
    }
    near.on('data', (chunk: Buffer) => {
      if (held === undefined || !chunk.includes(held.word)) return;
      far.pause();
      setTimeout(() => far.resume(), held.ms);
    });
    near.on('data', (chunk: Buffer) => (taken += chunk.length));
    near.pipe(far);
    far.on('data', (chunk: Buffer) => {
      const done = cutting;
      if (done === undefined) {
        near.write(chunk);
        return;
      }
      cutting = undefined;
      // Half of what the server has said, so that the other side waits for a rest that never comes.
      near.write(chunk.subarray(0, Math.ceil(chunk.length / 2)), () => {
        end();
        done();
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');

  const cut = (): void => {
    for (const [near, far] of pairs) {
      near.destroy();
      far.destroy();
    }
    pairs.clear();
  };
  return {
    port: address.port,
    cutNextAnswer: () =>
      new Promise((resolve) => {
        cutting = resolve;
      }),
    hold: (word, ms) => {
      held = word === undefined ? undefined : { word, ms };
    },
    taken: () => taken,
    cut: () => {
      refusing = true;
      cut();
    },
    restore: () => {
      refusing = false;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
}

/** What becomes of an answer that the server has given. */
export interface Answer {
  pass(): void;
  /** The connection ends without a word of it. */
  drop(): void;
}

/**
 * Passes HTTP requests on to the server on 127.0.0.1; of each answer, which has begun to come, a test says what becomes
 * of it.
 */
export async function startHttpProxy(
  target: number,
  answered: (request: IncomingMessage, answer: Answer) => unknown,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createHttpServer((request, reply) => {
    const further = ask(
      { host: '127.0.0.1', port: target, method: request.method, path: request.url, headers: request.headers },
      (answer) => {
        answered(request, {
          pass: () => {
            reply.writeHead(answer.statusCode ?? 502, answer.headers);
            answer.pipe(reply);
          },
          drop: () => {
            answer.resume();
            request.socket.destroy();
          },
        });
      },
    );
    further.on('error', () => request.socket.destroy());
    request.pipe(further);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
