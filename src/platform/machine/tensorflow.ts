import { createRequire } from 'node:module';
import { dirname, sep } from 'node:path';
import type * as TensorFlow from '@tensorflow/tfjs-core';
import type * as WasmBackend from '@tensorflow/tfjs-backend-wasm';

const require = createRequire(import.meta.url);
let starting: Promise<typeof TensorFlow> | undefined;

/**
 * TensorFlow.js on its wasm backend with SIMD, one thread, because a process does one piece of work at a time. One
 * instance per process, for all networks.
 */
export function startTensorFlow(): Promise<typeof TensorFlow> {
  return (starting ??= start().catch((error: unknown) => {
    starting = undefined;
    throw error;
  }));
}

async function start(): Promise<typeof TensorFlow> {
  // CommonJS packages of some megabytes, loaded on demand; typed by their own declarations.
  const core = require('@tensorflow/tfjs-core') as typeof TensorFlow;
  const wasm = require('@tensorflow/tfjs-backend-wasm') as typeof WasmBackend;
  wasm.setWasmPaths(dirname(require.resolve('@tensorflow/tfjs-backend-wasm')) + sep);
  core.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  await core.setBackend('wasm');
  await core.ready();
  return core;
}
