import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/servers/ports.js';
import { childEnvironment } from './environment.js';
import { guarded } from './guard.js';

/** A server that a test started: on 127.0.0.1, with a folder of its own. */
export interface Service {
  readonly url: string;
  readonly port: number;
  readonly folder: string;
  /** Of the process that runs now, or ran last. */
  pid(): number;
  /** What it has printed since it was last started, both streams. */
  output(): string;
  /** Ends it and removes its folder. Again changes nothing. */
  stop(): Promise<void>;
  /** Ends it in the middle, as a power cut would; its folder stays. */
  kill9(): Promise<void>;
  /** Lets it hang: connections stay, nothing is answered from when this settles. */
  pause(): Promise<void>;
  resume(): void;
  /** Ends it in good order if it runs, and starts it again on the same port and folder. */
  restart(): Promise<void>;
}

/** Why a server cannot be started here, by name. */
export class ServiceMissing extends Error {
  override readonly name = 'ServiceMissing';
}

export interface Recipe {
  readonly name: string;
  readonly url: (port: number) => string;
  readonly command: (
    port: number,
    folder: string,
  ) => { readonly file: string; readonly args: readonly string[]; readonly env?: Readonly<Record<string, string>> };
  /** Whether it answers; a rejection is a no. */
  readonly ready: (port: number, output: string) => Promise<boolean>;
}

/** A busy machine may take its time. */
const READY_WITHIN_MS = 90_000;
const STOP_WITHIN_MS = 15_000;
const PORT_TRIES = 5;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const gone = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** Starts the process and waits until it answers. @throws with what it printed when it ends instead */
async function launch(
  recipe: Recipe,
  port: number,
  folder: string,
): Promise<{ child: ChildProcess; output: () => string }> {
  const { file, args, env } = recipe.command(port, folder);
  const child = spawn(file, args, { cwd: folder, env: childEnvironment(env), stdio: ['ignore', 'pipe', 'pipe'] });
  const { pid } = child;
  if (pid === undefined) {
    // What keeps it from starting is told in a later turn.
    throw new Error(`${recipe.name} cannot be started`, {
      cause: await new Promise((resolve) => child.once('error', resolve)),
    });
  }
  guarded.server(pid);
  child.once('exit', () => guarded.ended(pid));
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed = `${printed}${chunk.toString()}`.slice(-100_000)));
  const output = (): string => printed;
  const until = Date.now() + READY_WITHIN_MS;
  for (;;) {
    if (gone(child)) throw new Error(`${recipe.name} ended before it was ready:\n${printed}`);
    if (await recipe.ready(port, printed).catch(() => false)) return { child, output };
    if (Date.now() > until) {
      child.kill('SIGKILL');
      throw new Error(`${recipe.name} was not ready within ${READY_WITHIN_MS / 1000} s:\n${printed}`);
    }
    await sleep(40);
  }
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (gone(child)) return;
  const exit = once(child, 'exit');
  if (signal === 'SIGTERM') child.kill('SIGCONT');
  child.kill(signal);
  const late = signal === 'SIGTERM' ? setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS) : undefined;
  await exit;
  clearTimeout(late);
}

/** A stop takes hold of a thread when that next runs: until the last has, an answer may still be given. */
async function pause(child: ChildProcess): Promise<void> {
  if (!child.kill('SIGSTOP') || process.platform !== 'linux') return;
  const threads = `/proc/${child.pid ?? 0}/task`;
  const stopped = async (): Promise<boolean> => {
    const states = await Promise.all(
      (await readdir(threads)).map((thread) =>
        readFile(join(threads, thread, 'status'), 'utf8').catch(() => 'State:\tT'),
      ),
    );
    return states.every((state) => /^State:\t[TtZX]/m.test(state));
  };
  while (!gone(child) && !(await stopped().catch(() => gone(child)))) await sleep(5);
}

/**
 * Starts a server by its recipe on a free port, with a new folder. @throws Error with what it printed when it does not
 * come up
 */
export async function startService(recipe: Recipe): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), `kinora-${recipe.name}-`));
  guarded.folder(folder);
  const remove = async (): Promise<void> => {
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    guarded.removed(folder);
  };
  const first = async (tries: number): Promise<{ port: number; run: Awaited<ReturnType<typeof launch>> }> => {
    const port = await freePort();
    try {
      return { port, run: await launch(recipe, port, folder) };
    } catch (error) {
      // Somebody may have taken the port in between.
      if (tries > 1 && /address (is )?already in use|EADDRINUSE/i.test(String(error))) return first(tries - 1);
      await remove();
      throw error;
    }
  };
  const started = await first(PORT_TRIES);
  const { port } = started;
  let { run } = started;
  let stopped = false;
  return {
    url: recipe.url(port),
    port,
    folder,
    pid: () => run.child.pid ?? 0,
    output: () => run.output(),
    stop: async () => {
      if (stopped) return;
      stopped = true;
      await end(run.child, 'SIGKILL');
      await remove();
    },
    kill9: () => end(run.child, 'SIGKILL'),
    pause: () => pause(run.child),
    resume: () => void run.child.kill('SIGCONT'),
    restart: async () => {
      await end(run.child, 'SIGTERM');
      run = await launch(recipe, port, folder);
    },
  };
}
