/**
 * The thread of Kokoro's network: ONNX Runtime in WebAssembly with one thread, loaded from the folder of the model. Its
 * memory is freed with the thread. The same input gives the same samples on every machine.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { wordsOf } from '../../../../kernel/thrown.js';
import { exposeOutput } from './expose-output.js';
import { DURATIONS, STYLE, type Spoken, type Utterance } from './network.js';

/** The part of onnxruntime-web 1.30 that is used. */
interface Tensor {
  readonly data: Float32Array | BigInt64Array;
}
interface Runtime {
  readonly env: { readonly wasm: { numThreads: number; wasmBinary: Uint8Array; wasmPaths: string } };
  readonly Tensor: new (
    type: 'int64' | 'float32',
    data: Float32Array | BigInt64Array,
    dims: readonly number[],
  ) => Tensor;
  readonly InferenceSession: {
    create(model: Uint8Array, options: { readonly executionProviders: readonly ['wasm'] }): Promise<Session>;
  };
}
interface Session {
  run(feeds: Readonly<Record<string, Tensor>>): Promise<Readonly<Record<string, Tensor>>>;
}

const port = parentPort;
if (port === null) throw new Error('not a worker thread');
// Given by `network.ts`.
const { folder } = workerData as { readonly folder: string };

async function start(): Promise<{ readonly runtime: Runtime; readonly session: Session }> {
  // The file's hash was verified by whoever started this thread.
  const runtime = (await import(pathToFileURL(join(folder, 'ort.wasm.min.mjs')).href)) as Runtime;
  runtime.env.wasm.numThreads = 1;
  runtime.env.wasm.wasmPaths = pathToFileURL(`${folder}/`).href;
  runtime.env.wasm.wasmBinary = await readFile(join(folder, 'ort-wasm-simd-threaded.wasm'));
  const session = await runtime.InferenceSession.create(
    exposeOutput(await readFile(join(folder, 'model.onnx')), DURATIONS),
    { executionProviders: ['wasm'] },
  );
  return { runtime, session };
}

/** A voice's file has a style for each number of symbols. */
async function styleOf(voice: string, symbols: number): Promise<Float32Array> {
  const bytes = await readFile(join(folder, 'voices', `${voice}.bin`));
  const row = Math.min(symbols, bytes.length / (4 * STYLE) - 1);
  return Float32Array.from({ length: STYLE }, (_, index) => bytes.readFloatLE(4 * (row * STYLE + index)));
}

const started = start();

async function say({ tokens, voice }: Utterance): Promise<Spoken> {
  const { runtime, session } = await started;
  const answer = await session.run({
    tokens: new runtime.Tensor('int64', BigInt64Array.from(tokens, BigInt), [1, tokens.length]),
    style: new runtime.Tensor('float32', await styleOf(voice, tokens.length - 2), [1, STYLE]),
    speed: new runtime.Tensor('float32', Float32Array.of(1), [1]),
  });
  const [sound, durations] = [answer['audio']?.data, answer[DURATIONS]?.data];
  if (!(sound instanceof Float32Array) || !(durations instanceof Float32Array))
    throw new Error('the network has other outputs');
  return { sound: Float32Array.from(sound), durations: Array.from(durations) };
}

port.on('message', (utterance: Utterance) => {
  say(utterance).then(
    (spoken) => {
      port.postMessage(spoken);
    },
    (error: unknown) => {
      port.postMessage({ failed: wordsOf(error) });
    },
  );
});
