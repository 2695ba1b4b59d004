import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { AccountCommand, AccountKey } from '../../../src/credits/index.js';
import { childEnvironment } from '../../services/environment.js';

const PROGRAM = fileURLToPath(new URL('./ledger-kill-process.mjs', import.meta.url));
const received = z.object({ n: z.int(), said: z.unknown().optional(), failed: z.string().optional() });
const statement = z.object({
  available: z.int(),
  held: z.int(),
  spent: z.int(),
  lines: z.array(
    z.object({ id: z.string(), kind: z.string(), steps: z.array(z.object({ what: z.string(), amount: z.int() })) }),
  ),
});
export type Statement = z.infer<typeof statement>;

/** The line was cut before an answer came: nothing is known of what was asked. */
export class Cut extends Error {}

/** One connection to the process under test. */
class Connection {
  private readonly waiting = new Map<
    number,
    { readonly resolve: (said: unknown) => void; readonly reject: (error: Error) => void }
  >();
  private request = 0;

  private constructor(private readonly socket: Socket) {
    const cut = (): void => {
      for (const { reject } of this.waiting.values()) reject(new Cut('the line is dead'));
      this.waiting.clear();
    };
    socket.on('error', cut).on('close', cut);
    createInterface({ input: socket })
      .on('line', (line) => {
        const { n, said, failed } = received.parse(JSON.parse(line));
        const caller = this.waiting.get(n);
        this.waiting.delete(n);
        if (failed === undefined) caller?.resolve(said);
        else caller?.reject(new Error(failed));
      })
      .on('error', cut);
  }

  static async open(port: number): Promise<Connection> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new Connection(socket);
  }

  /** @throws Cut when the process dies before it answers */
  ask(request: object): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.socket.destroyed) return reject(new Cut('the line is dead'));
      const n = (this.request += 1);
      this.waiting.set(n, { resolve, reject });
      this.socket.write(`${JSON.stringify({ n, ...request })}\n`);
    });
  }

  end(): void {
    this.socket.destroy();
  }
}

/** The process under test, and several connections to it. */
export class LedgerProcess {
  private next = 0;

  private constructor(
    private readonly child: ChildProcess,
    private readonly connections: readonly Connection[],
  ) {}

  /**
   * Starts it on a folder that may hold what a dead one has left. @throws with what it said when it does not come up
   */
  static async start(dataDir: string, connections: number): Promise<LedgerProcess> {
    const env = childEnvironment({
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      ROLES: 'projector',
      LOG_LEVEL: 'silent',
      NODE_NO_WARNINGS: '1',
    });
    const child = spawn(process.execPath, [PROGRAM], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let complained = '';
    child.stderr.on('data', (chunk: Buffer) => (complained += chunk.toString()));
    if (!(child.stdout instanceof Readable)) throw new Error('the process says nothing');
    for await (const line of createInterface({ input: child.stdout })) {
      return new LedgerProcess(
        child,
        await Promise.all(Array.from({ length: connections }, () => Connection.open(Number(line)))),
      );
    }
    throw new Error(`the process ended before it was ready:\n${complained}`);
  }

  private connection(): Connection {
    const found = this.connections[(this.next += 1) % this.connections.length];
    if (found === undefined) throw new Error('there is no connection');
    return found;
  }

  /** @returns `done`, or why not. @throws Cut when nothing is known of it */
  async change(account: AccountKey, change: AccountCommand): Promise<string> {
    return z.string().parse(await this.connection().ask({ account, change }));
  }

  /** The whole statement and the balance, once they have all that the account's stream has. */
  async statement(account: AccountKey): Promise<Statement> {
    return statement.parse(await this.connection().ask({ account }));
  }

  /** Ends it between any two of its instructions, and waits until it is gone: what the system had been given stays. */
  async kill9(): Promise<void> {
    const gone = once(this.child, 'exit');
    if (this.child.exitCode === null && this.child.signalCode === null && this.child.kill('SIGKILL')) await gone;
    for (const connection of this.connections) connection.end();
  }

  /** Asks it to end, and waits. @returns its exit code */
  async stop(): Promise<number | null> {
    for (const connection of this.connections) connection.end();
    const gone = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await gone;
    return this.child.exitCode;
  }
}
