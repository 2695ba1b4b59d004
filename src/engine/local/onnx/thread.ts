/** A thread in which networks of an optional model run. Its memory is freed with it. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ModelFile } from '../../models/catalogue.shared.js';
import { damagedFiles } from '../../models/intact.js';
import { ToolRefusal } from '../refusal.js';

/** Folders whose files this process has verified. The hashes of 108 MB take about half a second. */
const verified = new Set<string>();

/** Files may have changed since the installation, and one of them is a program. */
async function mustBeIntact(folder: string, files: readonly ModelFile[]): Promise<void> {
  if (verified.has(folder)) return;
  const damaged = await damagedFiles(folder, files);
  if (damaged.length > 0) throw new ToolRefusal('ENGINE_UNAVAILABLE', { reason: 'damaged', file: damaged[0] ?? '' });
  verified.add(folder);
}

export interface NetworkThread {
  /** Name of the model, for error messages. */
  readonly name: string;
  /** The thread's program without its extension. It answers each message with an answer or `{ failed }`. */
  readonly program: URL;
  /** Folder of the installed model, and its files, which are verified before the first use in a process. */
  readonly folder: string;
  readonly files: readonly ModelFile[];
}

/**
 * Runs a thread for as long as `work` lasts.
 * @throws ToolRefusal ENGINE_UNAVAILABLE {reason: 'damaged', file} if a file is absent or changed; what `work` throws.
 * A question rejects when the thread fails or ends.
 */
export async function withNetworkThread<Q, A extends object, T>(
  { name, program, folder, files }: NetworkThread,
  work: (ask: (question: Q) => Promise<A>) => Promise<T>,
): Promise<T> {
  await mustBeIntact(folder, files);
  const fromSource = import.meta.url.endsWith('.ts');
  const thread = new Worker(new URL(`${program.href}${fromSource ? '.ts' : '.js'}`), {
    workerData: { folder },
    ...(fromSource
      ? { execArgv: ['--import', new URL('../../../platform/sqlite/typescript-loader.mjs', import.meta.url).href] }
      : {}),
  });
  const ended = new AbortController();
  for (const end of ['exit', 'error'])
    thread.once(end, () => {
      ended.abort();
    });
  try {
    return await work(async (question) => {
      const answered = once(thread, 'message', { signal: ended.signal });
      thread.postMessage(question);
      // The program sends nothing else.
      const [answer] = (await answered) as [A | { readonly failed: string }];
      if ('failed' in answer) throw new Error(`${name} failed: ${answer.failed}`);
      return answer;
    });
  } finally {
    await thread.terminate();
  }
}
