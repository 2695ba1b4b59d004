/** Kokoro's network, in a thread of its own. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { KOKORO, type KokoroVoice, type ModelFile } from '../../../models/catalogue.shared.js';
import { damagedFiles } from '../../../models/intact.js';
import { ToolRefusal } from '../../refusal.js';

/** Samples per second of the network. */
export const KOKORO_RATE = 24_000;
/** Samples of one step of the durations. */
export const STEP = 600;
/** Numbers of a style. */
export const STYLE = 256;
/** Tensor with the steps of each symbol, in the graph of `model.onnx`. */
export const DURATIONS = '/encoder/Clip_output_0';

/** Input of the network: numbers of symbols, with an edge at both ends. */
export interface Utterance {
  readonly tokens: readonly number[];
  readonly voice: KokoroVoice;
}

/** Its output: one channel at KOKORO_RATE, and the steps of each token. */
export interface Spoken {
  readonly sound: Float32Array;
  readonly durations: readonly number[];
}

/** Says one utterance. @throws Error when the model's files cannot be used */
export type Say = (utterance: Utterance) => Promise<Spoken>;

/** Folders whose files this process has verified. The hashes of 108 MB take about half a second. */
const verified = new Set<string>();

/** Files may have changed since the installation, and one of them is a program. */
async function mustBeIntact(folder: string, files: readonly ModelFile[]): Promise<void> {
  if (verified.has(folder)) return;
  const damaged = await damagedFiles(folder, files);
  if (damaged.length > 0) throw new ToolRefusal('ENGINE_UNAVAILABLE', { reason: 'damaged', file: damaged[0] ?? '' });
  verified.add(folder);
}

/**
 * Loads the network for as long as `work` lasts: some seconds of the processor, and 700 MB.
 * @param folder of the installed model; its files are verified before the first use in a process
 * @throws ToolRefusal ENGINE_UNAVAILABLE {reason: 'damaged', file} if one is absent or changed; what `work` throws
 */
export async function withNetwork<T>(folder: string, work: (say: Say) => Promise<T>, files = KOKORO.files): Promise<T> {
  await mustBeIntact(folder, files);
  const fromSource = import.meta.url.endsWith('.ts');
  const thread = new Worker(new URL(fromSource ? './network.worker.ts' : './network.worker.js', import.meta.url), {
    workerData: { folder },
    ...(fromSource
      ? { execArgv: ['--import', new URL('../../../../platform/sqlite/typescript-loader.mjs', import.meta.url).href] }
      : {}),
  });
  const ended = new AbortController();
  for (const end of ['exit', 'error'])
    thread.once(end, () => {
      ended.abort();
    });
  try {
    return await work(async (utterance) => {
      // Rejects when the thread fails or ends.
      const answered = once(thread, 'message', { signal: ended.signal });
      thread.postMessage(utterance);
      // The worker sends nothing else.
      const [answer] = (await answered) as [Spoken | { readonly failed: string }];
      if ('failed' in answer) throw new Error(`Kokoro failed: ${answer.failed}`);
      return answer;
    });
  } finally {
    await thread.terminate();
  }
}
