import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import type * as Layers from '@tensorflow/tfjs-layers';
import { z } from 'zod';
import { startTensorFlow } from '../../../../platform/machine/tensorflow.js';

/** Scales for which there are trained weights. */
export const NETWORK_SCALES = [2, 3, 4] as const;
export type NetworkScale = (typeof NETWORK_SCALES)[number];

/**
 * Receptive field: input pixels on each side that affect a pixel, from seven 3 × 3 convolutions, one of 5 × 5, and one
 * after the enlargement. A tile with this margin gives the same result as the whole image.
 */
export const REACH = 10;

/**
 * A residual dense network for enlarging colour images (esrgan-slim of the UpscalerJS project, MIT, trained on DIV2K).
 */
export interface Network {
  readonly scale: NetworkScale;
  /**
   * Enlarges one tile. Blocks the thread, about 17 µs a pixel at scale 2 and 22 µs at 4.
   * @param rgb interleaved, 0..255, `width * height * 3` values
   * @returns interleaved, 0..255, not rounded, `width * height * 3 * scale²` values
   */
  enlarge(rgb: Float32Array, width: number, height: number): Float32Array;
}

const require = createRequire(import.meta.url);
const networks = new Map<NetworkScale, Promise<Network>>();

const manifest = z.object({
  format: z.string(),
  modelTopology: z.looseObject({}),
  weightsManifest: z
    .array(
      z.object({
        paths: z.array(z.string()),
        weights: z.array(z.object({ name: z.string(), shape: z.array(z.number().int()), dtype: z.literal('float32') })),
      }),
    )
    .length(1),
});

/** Folder of a model's weights. The package exports only its code, which is below `dist`. */
function folderOf(scale: NetworkScale): string {
  const [root] = require.resolve(`@upscalerjs/esrgan-slim/${scale}x`).split(`${sep}dist${sep}`);
  return join(root!, 'models', `x${scale}`);
}

async function load(scale: NetworkScale): Promise<Network> {
  const tf = await startTensorFlow();
  const layers = require('@tensorflow/tfjs-layers') as typeof Layers;
  const folder = folderOf(scale);
  const {
    format,
    modelTopology,
    weightsManifest: [weights],
  } = manifest.parse(JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8')));
  const model = await layers.loadLayersModel({
    load: async () => ({
      format,
      modelTopology,
      weightSpecs: weights!.weights,
      // Copied out of Buffer's shared pool, because the loader reads whole array buffers.
      weightData: Uint8Array.from(readFileSync(join(folder, weights!.paths[0]!))).buffer,
    }),
  });
  const enlarge = (rgb: Float32Array, width: number, height: number): Float32Array => {
    const result = tf.tidy(() => {
      const predicted = model.predict(tf.tensor4d(rgb, [1, height, width, 3]));
      if (Array.isArray(predicted)) throw new Error('The network gives more than one image');
      return tf.clipByValue(predicted, 0, 255);
    });
    try {
      return Float32Array.from(result.dataSync());
    } finally {
      result.dispose();
    }
  };
  return { scale, enlarge };
}

/**
 * Loads the network for a scale. Its weights are read on first use in this process (about 0.1 s) and kept.
 * @throws Error when the installed package lacks the weights
 */
export function loadNetwork(scale: NetworkScale): Promise<Network> {
  const known = networks.get(scale);
  if (known) return known;
  const loading = load(scale);
  networks.set(scale, loading);
  return loading;
}
