/** Faces in a picture, by the tiny detector of face-api (MIT): 0.2 MB of weights, about 0.1 s a picture. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type * as TensorFlow from '@tensorflow/tfjs-core';
import type * as FaceApi from '@vladmandic/face-api';
import type { Raster } from '../scene/scene.js';
import { resample, within } from './resample.js';
import { startTensorFlow } from './tensorflow.js';

/** A face's box in pixels of the picture it was looked for in: from brow to chin. */
export interface FaceBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** 0.5 to 1. */
  readonly score: number;
}

const require = createRequire(import.meta.url);
const SIDE = 640;
const LEAST_SCORE = 0.5;

interface Detector {
  readonly tf: typeof TensorFlow;
  readonly api: typeof FaceApi;
}
let loading: Promise<Detector> | undefined;

async function load(): Promise<Detector> {
  const tf = await startTensorFlow();
  // CommonJS that shares the one tfjs-core; typed by its own declarations.
  const entry = require.resolve('@vladmandic/face-api/dist/face-api.node-wasm.js');
  const api = require(entry) as typeof FaceApi;
  await api.nets.tinyFaceDetector.loadFromDisk(join(dirname(entry), '..', 'model'));
  return { tf, api };
}

/**
 * Finds faces seen from the front or half turned, at least about a twentieth of the picture wide.
 * @returns the surest first; none for a picture without people
 */
export async function findFaces(image: Raster): Promise<readonly FaceBox[]> {
  const { tf, api } = await (loading ??= load());
  const size = within(image.width, image.height, SIDE);
  const small = await resample(image, size.width, size.height);
  const rgb = new Int32Array(size.width * size.height * 3);
  for (let i = 0; i < size.width * size.height; i += 1) for (let k = 0; k < 3; k += 1) rgb[i * 3 + k] = small.data[i * 4 + k]!;
  const input = tf.tensor3d(rgb, [size.height, size.width, 3], 'int32');
  try {
    // face-api declares a tensor of its own bundle; it is the same class of the same tfjs-core.
    const found = await api.detectAllFaces(input as unknown as Parameters<typeof api.detectAllFaces>[0], new api.TinyFaceDetectorOptions({ inputSize: 416, scoreThreshold: LEAST_SCORE }));
    const scale = image.width / size.width;
    return found.map(({ box, score }) => ({ x: box.x * scale, y: box.y * scale, width: box.width * scale, height: box.height * scale, score })).sort((a, b) => b.score - a.score);
  } finally {
    input.dispose();
  }
}
