/**
 * Where people are in an image, by MediaPipe's selfie segmentation (Apache 2.0): 0.2 MB of weights in `person-network`,
 * about 0.06 s an image.
 */
import type { Raster } from '../scene/scene.js';
import type { Field } from '../photo/planes.js';
import { resample } from '../photo/resample.js';
import { startTensorFlow } from '../../../platform/machine/tensorflow.js';
import { loadGraph, type GraphNetwork } from './graph-network.js';

/** Side length in pixels of the network's images. */
const SIDE = 256;
let network: Promise<GraphNetwork> | undefined;

/**
 * Probability of a person at each pixel, 0 to 1. It is high on animals and other near subjects too, so it tells where a
 * person ends, but not whether there is one: `faces.ts` does.
 * @param image opaque, of any size and shape
 * @returns a map of 256 × 256 that covers the whole image
 */
export async function personMask(image: Raster): Promise<Field> {
  const [tf, run, small] = await Promise.all([
    startTensorFlow(),
    (network ??= loadGraph(new URL('./person-network/', import.meta.url)).catch((error: unknown) => {
      network = undefined;
      throw error;
    })),
    resample(image, SIDE, SIDE),
  ]);
  const rgb = new Float32Array(SIDE * SIDE * 3);
  for (let i = 0; i < SIDE * SIDE; i += 1) for (let k = 0; k < 3; k += 1) rgb[i * 3 + k] = small.data[i * 4 + k]! / 255;
  const input = tf.tensor4d(rgb, [1, SIDE, SIDE, 3]);
  const output = run(input);
  try {
    return { width: SIDE, height: SIDE, data: Float32Array.from(await output.data()) };
  } finally {
    tf.dispose([input, output]);
  }
}
