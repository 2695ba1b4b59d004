/** Kokoro's network, in a thread of its own. */
import { KOKORO, type KokoroVoice, type ModelFile } from '../../../models/catalogue.shared.js';
import { withNetworkThread } from '../../onnx/thread.js';

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

/**
 * Loads the network for as long as `work` lasts: some seconds of the processor, and 700 MB.
 * @param folder of the installed model; its files are verified before the first use in a process
 * @throws ToolRefusal ENGINE_UNAVAILABLE {reason: 'damaged', file} if one is absent or changed; what `work` throws
 */
export const withNetwork = <T>(
  folder: string,
  work: (say: Say) => Promise<T>,
  files: readonly ModelFile[] = KOKORO.files,
): Promise<T> =>
  withNetworkThread<Utterance, Spoken, T>(
    { name: 'Kokoro', program: new URL('./network.worker', import.meta.url), folder, files },
    work,
  );
