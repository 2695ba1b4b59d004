import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { defined } from '../../../src/kernel/defined.shared.js';
import { childEnvironment } from '../../services/environment.js';
import { freePort } from './ports.js';

/** A Kinora process started from the build, as an operator would. */
export interface Server {
  readonly url: string;
  readonly port: number;
  readonly process: ChildProcess;
  /** What it has printed so far, both streams. */
  output(): string;
  /** Ends it in the middle, as a power cut would: no handler runs. */
  kill9(): Promise<void>;
  /** SIGTERM, then waits for the drain. Answers the exit code. */
  stop(): Promise<number | null>;
}

export { freePort } from './ports.js';

export interface ServerOptions {
  readonly dataDir: string;
  readonly port?: number;
  /** Of the build; the current folder by default. */
  readonly root?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts dist/main.js without waiting for it. */
export async function spawnServer(options: ServerOptions): Promise<Server> {
  const port = options.port ?? (await freePort());
  const child = spawn(process.execPath, ['dist/main.js'], {
    ...defined({ cwd: options.root }),
    env: childEnvironment({
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: options.dataDir,
      LOG_LEVEL: 'warn',
      REQUESTS_PER_ADDRESS: '0',
      ...options.env,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const gone = (): boolean => child.exitCode !== null || child.signalCode !== null;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    process: child,
    output: () => printed,
    kill9: async () => {
      if (gone()) return;
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
    stop: async () => {
      if (gone()) return child.exitCode;
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
      return child.exitCode;
    },
  };
}

/** Gives somebody credits that pay for anything, by the operator's command; while no server has the folder. */
export async function giveCredits(
  { dataDir }: Pick<ServerOptions, 'dataDir'>,
  userId: string,
  credits: number,
): Promise<void> {
  await promisify(execFile)(process.execPath, ['dist/cli.js', 'ledger', 'adjust', userId, String(credits), 'test'], {
    env: childEnvironment({ NODE_ENV: 'production', DATA_DIR: dataDir, ADJUSTMENT_APPROVAL_ABOVE: '1000000000' }),
  });
}

/** Starts dist/main.js and waits until it says that it is ready. @throws with its output when it ends instead */
export async function startServer(options: ServerOptions): Promise<Server> {
  const server = await spawnServer(options);
  for (;;) {
    if (server.process.exitCode !== null || server.process.signalCode !== null)
      throw new Error(`the server ended before it was ready:\n${server.output()}`);
    const ready = await fetch(`${server.url}/api/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return server;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
