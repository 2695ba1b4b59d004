/** The network of nsfwjs 4.4 (MIT): a MobileNet V2 of 2.6 MB, whole in its package, on tfjs-wasm. Blocks its thread: for a process of its own. */
import type { io } from '@tensorflow/tfjs-core';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type * as Nsfw from 'nsfwjs/core';
import sharp from 'sharp';
import { z } from 'zod';
import { startTensorFlow } from '../../platform/tensorflow.js';
import type { Scores } from './port.js';

const require = createRequire(import.meta.url);
/** Pixels a side that the network was taught with. */
const SIDE = 224;
/** The largest picture that leaves an engine or is taken in is below it. */
const MOST_PIXELS = 100_000_000;

// The package's own files, whose specifications the library checks against the data when it loads them.
const model = z.object({ modelTopology: z.record(z.string(), z.unknown()), weightsManifest: z.custom<io.WeightsManifestConfig>((value) => Array.isArray(value)) });
const probability = z.number().min(0).max(1);
const classes = z.object({ Drawing: probability, Hentai: probability, Neutral: probability, Porn: probability, Sexy: probability });

/** Looks at one picture at a time. @throws what sharp throws of a file that does not open */
export type Network = (picture: Uint8Array) => Promise<Scores>;

/**
 * Loads the network from its package; nothing comes over the net. Its files are required as they are: through the package's own
 * `import()` they took ten times as long and 800 MB, as Node reads all of the text for names that it might export.
 */
export async function loadNetwork(): Promise<Network> {
  const tf = await startTensorFlow();
  // CommonJS that shares the one tfjs-core; typed by its own declarations.
  const { NSFWJS } = require('nsfwjs/core') as typeof Nsfw;
  const folder = join(dirname(require.resolve('nsfwjs/core')), '..', 'models', 'mobilenet_v2');
  const { modelTopology, weightsManifest } = model.parse(require(join(folder, 'model.min.js')));
  const data = Buffer.from(z.string().parse(require(join(folder, 'group1-shard1of1.min.js'))), 'base64');
  // A copy of its own length: a small Buffer is a part of a larger one.
  const artifacts: io.ModelArtifacts = { modelTopology, weightSpecs: weightsManifest.flatMap((group) => group.weights), weightData: new Uint8Array(data).buffer };
  const network = new NSFWJS({ load: async () => artifacts }, { size: SIDE });
  await network.load();
  return async (picture) => {
    // Of an animation its first picture: it is what creations are made from.
    const { data: pixels } = await sharp(picture, { limitInputPixels: MOST_PIXELS, failOn: 'none' })
      .rotate().flatten({ background: '#fff' }).resize(SIDE, SIDE, { fit: 'fill' }).toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const input = tf.tensor3d(new Int32Array(pixels), [SIDE, SIDE, 3], 'int32');
    try {
      return classes.parse(Object.fromEntries((await network.classify(input)).map(({ className, probability: share }) => [className, share])));
    } finally {
      input.dispose();
    }
  };
}
