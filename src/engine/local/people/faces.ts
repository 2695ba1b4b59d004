/** Faces in an image, by the tiny detector of face-api (MIT): 0.2 MB of weights, about 0.1 s an image. `landmarks.ts` knows where their parts are. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type * as TensorFlow from '@tensorflow/tfjs-core';
import type * as FaceApi from '@vladmandic/face-api';
import type { Raster } from '../scene/scene.js';
import { resample, within } from '../photo/resample.js';
import { startTensorFlow } from '../../../platform/tensorflow.js';

/** A face's box in pixels of the image it was looked for in: from brow to chin. */
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
const MIN_SCORE = 0.5;

/** A network of face-api's that is used here. */
export type FaceNet = 'tinyFaceDetector' | 'faceLandmark68Net' | 'faceLandmark68TinyNet' | 'faceRecognitionNet';

/** What face-api takes for an image. */
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
  // CommonJS that shares the one tfjs-core; typed by its own declarations.
  const entry = require.resolve('@vladmandic/face-api/dist/face-api.node-wasm.js');
  return { tf, api: require(entry) as typeof FaceApi, model: join(dirname(entry), '..', 'model') };
}

/**
 * Shows an image to one of face-api's networks, which is loaded when first requested and stays; what did not load is tried again the next time.
 * @param image opaque; as large as the network should see it
 * @param ask what to ask of it; its own tensor goes when the answer is there
 */
export async function askNet<T>(net: FaceNet, image: Raster, ask: (api: typeof FaceApi, input: FaceInput) => Promise<T>): Promise<T> {
  const { tf, api, model } = await (library ??= open().catch((error: unknown) => { library = undefined; throw error; }));
  let loading = nets.get(net);
  if (loading === undefined) nets.set(net, loading = api.nets[net].loadFromDisk(model).catch((error: unknown) => { nets.delete(net); throw error; }));
  await loading;
  const rgb = new Int32Array(image.width * image.height * 3);
  for (let i = 0; i < image.width * image.height; i += 1) for (let k = 0; k < 3; k += 1) rgb[i * 3 + k] = image.data[i * 4 + k]!;
  const input = tf.tensor3d(rgb, [image.height, image.width, 3], 'int32');
  try {
    // face-api declares a tensor of its own bundle; it is the same class of the same tfjs-core.
    return await ask(api, input as unknown as FaceInput);
  } finally {
    input.dispose();
  }
}

/** How large the detector sees an image, pixels: small, it finds the face that fills it; large, the small ones. */
export type Look = 128 | 160 | 224 | 416;

/**
 * Finds faces seen from the front or half turned, at least about a twentieth of the image wide.
 * @param min score, 0 to 1, that counts
 * @param look at one of four sizes
 * @returns the surest first; none for an image without people
 */
export async function findFaces(image: Raster, min = MIN_SCORE, look: Look = 416): Promise<readonly FaceBox[]> {
  const size = within(image.width, image.height, SIDE);
  const small = await resample(image, size.width, size.height);
  const found = await askNet('tinyFaceDetector', small, (api, input) => api.detectAllFaces(input, new api.TinyFaceDetectorOptions({ inputSize: look, scoreThreshold: min })).run());
  const scale = image.width / size.width;
  return found.map(({ box, score }) => ({ x: box.x * scale, y: box.y * scale, width: box.width * scale, height: box.height * scale, score })).sort((a, b) => b.score - a.score);
}
