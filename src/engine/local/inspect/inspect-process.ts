/** Child process that inspects source images, one at a time. It ends when its parent process does. */
import sharp from 'sharp';
import { serveHost } from '../../../platform/concurrency/child-program.js';
import { LONGEST_SIDE } from '../job.js';
import { inspectImage } from './inspect.js';
import { toChild, type FromChild } from './messages.js';

let last: Promise<void> = Promise.resolve();

const send = (message: FromChild): void => {
  process.send?.(message, undefined, undefined, () => undefined);
};

async function inspect(raw: unknown): Promise<void> {
  const { id, image, need, input, ...by } = toChild.parse(raw);
  try {
    const { data, info } = await sharp(image, { limitInputPixels: LONGEST_SIDE * LONGEST_SIDE })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const raster = {
      width: info.width,
      height: info.height,
      data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength),
    };
    send({ id, answer: await inspectImage(raster, need, input, by) });
  } catch (error) {
    send({ id, failed: error instanceof Error ? error.message : 'unknown' });
  }
}

sharp.concurrency(1);
sharp.cache(false);
serveHost((raw) => {
  last = last.then(() => inspect(raw));
});
