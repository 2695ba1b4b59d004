import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { residentBytes } from '../../../platform/resident.js';
import { pictureAnswer, type PictureAnswer, type PictureJob } from './job.js';

export interface ChildLimits {
  /** The compiled child, `inspect-process.js`; by default the one beside this file. */
  readonly entry?: URL;
  /** Wall time from start to end, start of the process included. */
  readonly milliseconds?: number;
  /** JavaScript heap, and all of its resident memory. */
  readonly heapMegabytes?: number;
  readonly residentMegabytes?: number;
}

const DEFAULTS = { milliseconds: 60_000, heapMegabytes: 384, residentMegabytes: 1_024 } as const;
const WATCH_EVERY_MILLISECONDS = 100;

/** How it went: an answer; `limit` when it was killed for time or memory, or died of what it read; `failed` when it never began. */
export type ChildOutcome = PictureAnswer | { readonly state: 'limit' } | { readonly state: 'failed'; readonly detail: string };

/**
 * Takes a picture in, in a process of its own that knows nothing of this one's environment and is killed when it takes too
 * long or too much memory. Whatever the file does, this process goes on.
 */
export function inspectInChild(job: PictureJob, limits: ChildLimits = {}): Promise<ChildOutcome> {
  const { milliseconds = DEFAULTS.milliseconds, heapMegabytes = DEFAULTS.heapMegabytes, residentMegabytes = DEFAULTS.residentMegabytes } = limits;
  const entry = fileURLToPath(limits.entry ?? new URL('./inspect-process.js', import.meta.url));
  return new Promise((resolve) => {
    const child = fork(entry, [], { env: { NODE_ENV: 'production' }, stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: [`--max-old-space-size=${heapMegabytes}`] });
    let [told, stderr]: [ChildOutcome | undefined, string] = [undefined, ''];
    let begun = false;
    const kill = (): void => {
      told ??= { state: 'limit' };
      child.kill('SIGKILL');
    };
    const deadline = setTimeout(kill, milliseconds);
    const watch = setInterval(() => {
      void residentBytes(child.pid ?? 0).then((bytes) => { if (bytes !== undefined && bytes > residentMegabytes * 1_048_576) kill(); });
    }, WATCH_EVERY_MILLISECONDS);
    const over = (detail: string): void => {
      clearTimeout(deadline);
      clearInterval(watch);
      resolve(told ?? (begun ? { state: 'limit' } : { state: 'failed', detail }));
    };
    child.stderr?.on('data', (text: Buffer) => { stderr = (stderr + text.toString('utf8')).slice(-1_000); });
    child.on('message', (raw) => {
      if (raw === 'ready') begun = true;
      else told ??= pictureAnswer.safeParse(raw).data ?? { state: 'limit' };
    });
    child.once('error', (error) => { over(error.message); });
    child.once('close', (code, signal) => { over(`ended with ${signal ?? code ?? 'nothing'} ${stderr.trim().split('\n').at(-1) ?? ''}`); });
    child.send(job, () => undefined);
  });
}
