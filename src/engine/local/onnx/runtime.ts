/**
 * ONNX Runtime in WebAssembly with one thread, loaded from the folder of an optional model. The same input gives the
 * same output on every machine (adr/0094).
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The part of onnxruntime-web 1.30 that is used. */
export interface OnnxTensor {
  readonly data: Float32Array | BigInt64Array;
  readonly dims: readonly number[];
}
export interface OnnxSession {
  run(feeds: Readonly<Record<string, OnnxTensor>>): Promise<Readonly<Record<string, OnnxTensor>>>;
}
export interface OnnxRuntime {
  readonly env: { readonly wasm: { numThreads: number; wasmBinary: Uint8Array; wasmPaths: string } };
  readonly Tensor: new (
    type: 'int64' | 'float32',
    data: Float32Array | BigInt64Array,
    dims: readonly number[],
  ) => OnnxTensor;
  readonly InferenceSession: {
    create(model: Uint8Array, options: { readonly executionProviders: readonly ['wasm'] }): Promise<OnnxSession>;
  };
}

/** @param folder of an installed model whose files were verified by whoever started this thread */
export async function loadRuntime(folder: string): Promise<OnnxRuntime> {
  // The file is onnxruntime-web's, pinned by its hash.
  const runtime = (await import(pathToFileURL(join(folder, 'ort.wasm.min.mjs')).href)) as OnnxRuntime;
  runtime.env.wasm.numThreads = 1;
  runtime.env.wasm.wasmPaths = pathToFileURL(`${folder}/`).href;
  runtime.env.wasm.wasmBinary = await readFile(join(folder, 'ort-wasm-simd-threaded.wasm'));
  return runtime;
}
