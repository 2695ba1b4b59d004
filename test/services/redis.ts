import { connect } from 'node:net';
import { findProgram } from '../support/servers/programs.js';
import type { Service } from './service.js';
import { ServiceMissing, startService } from './service.js';

/** Why Redis cannot be started here; undefined when it can. */
export const redisMissing = (): string | undefined =>
  findProgram('redis-server') === undefined ? 'redis-server is not on this machine (Debian: redis-server)' : undefined;

function answersPing(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    const answer = (yes: boolean): void => {
      socket.destroy();
      resolve(yes);
    };
    socket.setTimeout(2_000, () => answer(false));
    socket.once('error', () => answer(false));
    socket.once('data', (chunk: Buffer) => answer(chunk.toString().startsWith('+PONG')));
  });
}

/**
 * A Redis of 1,024 databases, so that each test takes one of its own (`<url>/<n>`).
 * @param options `durable`: what it answered is there after a kill too; otherwise it forgets everything with its
 *   process
 * @throws ServiceMissing
 */
export async function startRedis(options: { readonly durable?: boolean } = {}): Promise<Service> {
  const file = findProgram('redis-server');
  const missing = redisMissing();
  if (file === undefined || missing !== undefined) throw new ServiceMissing(missing);
  const keep = options.durable === true ? ['--appendonly', 'yes', '--appendfsync', 'always'] : ['--appendonly', 'no'];
  return startService({
    name: 'redis',
    url: (port) => `redis://127.0.0.1:${port}`,
    command: (port, folder) => ({
      file,
      args: [
        '--port',
        String(port),
        '--bind',
        '127.0.0.1',
        '--dir',
        folder,
        '--databases',
        '1024',
        '--save',
        '',
        ...keep,
        '--maxmemory-policy',
        'noeviction',
      ],
    }),
    ready: (port) => answersPing(port),
  });
}
