/**
 * The MobileNet V2 of nsfwjs 4.4 (MIT), 2.6 MB in `model/`, on tfjs-wasm. Blocks its thread, so it needs its own
 * process.
 */
import type { io } from '@tensorflow/tfjs-core';
import type * as Layers from '@tensorflow/tfjs-layers';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { z } from 'zod';
import { startTensorFlow } from '../../platform/machine/tensorflow.js';
import type { Scores } from './port.js';

const require = createRequire(import.meta.url);
/** Side length in pixels of the training images. */
const SIDE = 224;
/** Pixel limit; every accepted or generated image is smaller. */
const MAX_PIXELS = 100_000_000;

// The library checks the specifications against the weights when it loads them.
const manifest = z.object({
  modelTopology: z.record(z.string(), z.unknown()),
  weightsManifest: z.custom<io.WeightsManifestConfig>((value) => Array.isArray(value)),
});
const probability = z.number().min(0).max(1);
/** The network's output: Drawing, Hentai, Neutral, Porn, Sexy. */
const output = z.tuple([probability, probability, probability, probability, probability]);

/** Looks at one image at a time. @throws what sharp throws of a file that does not open */
export type Network = (image: Uint8Array) => Promise<Scores>;

/** Loads the network from local files; makes no network requests. */
export async function loadNetwork(): Promise<Network> {
  const tf = await startTensorFlow();
  // A CommonJS module that shares the one tfjs-core; typed by its own declarations.
  const layers = require('@tensorflow/tfjs-layers') as typeof Layers;
  const [description, weights] = await Promise.all([
    readFile(new URL('./model/model.json', import.meta.url), 'utf8'),
    readFile(new URL('./model/weights.bin', import.meta.url)),
  ]);
  const { modelTopology, weightsManifest } = manifest.parse(JSON.parse(description));
  const weightSpecs = weightsManifest.flatMap((group) => group.weights);
  // Copies the bytes, because a Buffer may be a view of a larger buffer.
  const network = await layers.loadLayersModel({
    load: async () => ({ modelTopology, weightSpecs, weightData: new Uint8Array(weights).buffer }),
  });
  return async (image) => {
    // Of an animation only the first frame, because creations are made from it.
    const pixels = await sharp(image, { limitInputPixels: MAX_PIXELS, failOn: 'none' })
      .rotate()
      .flatten({ background: '#fff' })
      .resize(SIDE, SIDE, { fit: 'fill' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer();
    const predicted = tf.tidy(() =>
      network.predict(
        tf.tensor4d(
          Float32Array.from(pixels, (value) => value / 255),
          [1, SIDE, SIDE, 3],
        ),
      ),
    );
    if (Array.isArray(predicted)) throw new Error('The network has more than one output');
    try {
      const [Drawing, Hentai, Neutral, Porn, Sexy] = output.parse([...(await predicted.data())]);
      return { Drawing, Hentai, Neutral, Porn, Sexy };
    } finally {
      predicted.dispose();
    }
  };
}
