/** The thread of Kokoro's network. The same input gives the same samples on every machine. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadRuntime } from '../../onnx/runtime.js';
import { serveNetwork } from '../../onnx/serve.js';
import { exposeOutput } from './expose-output.js';
import { DURATIONS, STYLE, type Spoken, type Utterance } from './network.js';

/** A voice's file has a style for each number of symbols. */
async function styleOf(folder: string, voice: string, symbols: number): Promise<Float32Array> {
  const bytes = await readFile(join(folder, 'voices', `${voice}.bin`));
  const row = Math.min(symbols, bytes.length / (4 * STYLE) - 1);
  return Float32Array.from({ length: STYLE }, (_, index) => bytes.readFloatLE(4 * (row * STYLE + index)));
}

serveNetwork(
  async (folder) => {
    const runtime = await loadRuntime(folder);
    const session = await runtime.InferenceSession.create(
      exposeOutput(await readFile(join(folder, 'model.onnx')), DURATIONS),
      { executionProviders: ['wasm'] },
    );
    return { runtime, session };
  },
  async ({ runtime, session }, { tokens, voice }: Utterance, folder): Promise<Spoken> => {
    const answer = await session.run({
      tokens: new runtime.Tensor('int64', BigInt64Array.from(tokens, BigInt), [1, tokens.length]),
      style: new runtime.Tensor('float32', await styleOf(folder, voice, tokens.length - 2), [1, STYLE]),
      speed: new runtime.Tensor('float32', Float32Array.of(1), [1]),
    });
    const [sound, durations] = [answer['audio']?.data, answer[DURATIONS]?.data];
    if (!(sound instanceof Float32Array) || !(durations instanceof Float32Array))
      throw new Error('the network has other outputs');
    return { sound: Float32Array.from(sound), durations: Array.from(durations) };
  },
);
