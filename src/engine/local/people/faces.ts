/**
 * Face detection by the tiny detector of face-api (MIT): 0.2 MB of weights, about 0.1 s an image. `landmarks.ts` finds
 * the landmarks.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type * as TensorFlow from '@tensorflow/tfjs-core';
import type * as FaceApi from '@vladmandic/face-api';
import type { Raster } from '../scene/scene.js';
import { resample, within } from '../photo/resample.js';
import { startTensorFlow } from '../../../platform/machine/tensorflow.js';

/** A face's box in pixels of the searched image: from brow to chin. */
export interface FaceBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Confidence, 0.5 to 1. */
  readonly score: number;
}

const require = createRequire(import.meta.url);
const SIDE = 640;
const MIN_SCORE = 0.5;

/** The face-api networks used here. */
export type FaceNet = 'tinyFaceDetector' | 'faceLandmark68Net' | 'faceLandmark68TinyNet' | 'faceRecognitionNet';

/** Image input of face-api. */
export type FaceInput = Parameters<typeof FaceApi.detectAllFaces>[0];

interface Library {
  readonly tf: typeof TensorFlow;
  readonly api: typeof FaceApi;
  readonly model: string;
}
let library: Promise<Library> | undefined;
const nets = new Map<FaceNet, Promise<void>>();

async function open(): Promise<Library> {
  const tf = await startTensorFlow();
  // The CommonJS build that shares the single tfjs-core; typed by its own declarations.
  const entry = require.resolve('@vladmandic/face-api/dist/face-api.node-wasm.js');
  return { tf, api: require(entry) as typeof FaceApi, model: join(dirname(entry), '..', 'model') };
}

/**
 * Runs one of face-api's networks on an image. The network is loaded on first use and kept; a failed load is retried on
 * the next call.
 * @param image opaque; in the size that the network should see
 * @param ask the inference to run; the input tensor is disposed of afterwards
 */
export async function askNet<T>(
  net: FaceNet,
  image: Raster,
  ask: (api: typeof FaceApi, input: FaceInput) => Promise<T>,
): Promise<T> {
  const { tf, api, model } = await (library ??= open().catch((error: unknown) => {
    library = undefined;
    throw error;
  }));
  let loading = nets.get(net);
  if (loading === undefined)
    nets.set(
      net,
      (loading = api.nets[net].loadFromDisk(model).catch((error: unknown) => {
        nets.delete(net);
        throw error;
      })),
    );
  await loading;
  const rgb = new Int32Array(image.width * image.height * 3);
  for (let i = 0; i < image.width * image.height; i += 1)
    for (let k = 0; k < 3; k += 1) rgb[i * 3 + k] = image.data[i * 4 + k]!;
  const input = tf.tensor3d(rgb, [image.height, image.width, 3], 'int32');
  try {
    // face-api declares the tensor class of its own bundle, which is the same class of the same tfjs-core.
    return await ask(api, input as unknown as FaceInput);
  } finally {
    input.dispose();
  }
}

/**
 * Input size of the detector, pixels. A small input finds a face that fills the image, a large one finds small faces.
 */
export type Look = 128 | 160 | 224 | 416;

/**
 * Finds frontal or half-turned faces of at least about a twentieth of the image's width.
 * @param min minimum score, 0 to 1
 * @param look one of four input sizes
 * @returns the most confident first; empty for an image without people
 */
export async function findFaces(image: Raster, min = MIN_SCORE, look: Look = 416): Promise<readonly FaceBox[]> {
  const size = within(image.width, image.height, SIDE);
  const small = await resample(image, size.width, size.height);
  const found = await askNet('tinyFaceDetector', small, (api, input) =>
    api.detectAllFaces(input, new api.TinyFaceDetectorOptions({ inputSize: look, scoreThreshold: min })).run(),
  );
  const scale = image.width / size.width;
  return found
    .map(({ box, score }) => ({
      x: box.x * scale,
      y: box.y * scale,
      width: box.width * scale,
      height: box.height * scale,
      score,
    }))
    .sort((a, b) => b.score - a.score);
}
