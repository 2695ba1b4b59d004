// What the tools that take something away from a video show: a film of a sample with something laid over it, and the film that comes of it.
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { encodeMp4 } from '../../dist/creation/engine/video/encode.js';
import { videoFromImage } from '../../dist/creation/engine/video/from-image.js';
import { removeSubtitles } from '../../dist/creation/engine/video/remove-subtitles.js';
import { framesOf } from '../../dist/creation/engine/video/source.js';

const SIZE = { width: 640, height: 430 };
const SECONDS = 3;
const FPS = 25;
/** The frame that stands for a film. */
const SHOWN = 40;

const quiet = () => undefined;
const encode = ({ data, width, height }) => sharp(Buffer.from(data.buffer, data.byteOffset, data.byteLength), { raw: { width, height, channels: 4 } });
const said = (words) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}"><text x="50%" y="${SIZE.height - 34}" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="30" fill="#fff" stroke="#000" stroke-width="6" stroke-linejoin="round" paint-order="stroke">${words}</text></svg>`);

async function* withWords(frames, words) {
  let index = 0;
  for await (const frame of frames) {
    const over = index >= 8 && index < 66 ? encode(frame).composite([{ input: said(words) }]) : encode(frame);
    yield { ...SIZE, data: new Uint8ClampedArray(await over.raw().toBuffer()) };
    index += 1;
  }
}

async function frameOf(programs, path, wanted) {
  let index = 0;
  for await (const frame of framesOf(programs, path, { ...SIZE, fps: FPS })) {
    if (index === wanted) return frame;
    index += 1;
  }
  throw new Error(`no frame ${wanted}`);
}

/** The demos, under the tools' ids. @param out a folder to work in, and the programs; `folder` takes the files */
export async function repairDemos({ lake }, { dir, programs }, folder) {
  const never = new AbortController().signal;
  const { mp4 } = await videoFromImage(lake, { motion: 'pan-right', seconds: SECONDS, fps: FPS, ...SIZE, seed: 1 }, { dir, programs }, quiet, never);
  const worded = join(dir, 'worded.mp4');
  await encodeMp4(programs, { ...SIZE, fps: FPS, frames: withWords(framesOf(programs, mp4, { ...SIZE, fps: FPS }), 'We walk on until night.'), path: worded });
  const made = await removeSubtitles({ path: worded, hasSound: false }, { ...SIZE, fps: FPS, seconds: SECONDS, where: 'auto' }, { dir, programs }, quiet, never);
  await copyFile(made.mp4, join(folder, 'wordless.mp4'));
  for (const [name, path] of [['wordless-before', worded], ['wordless', made.mp4]]) await encode(await frameOf(programs, path, SHOWN)).removeAlpha().webp({ quality: 78 }).toFile(join(folder, `${name}.webp`));
  return { wordless: { before: '/samples/wordless-before.webp', after: '/samples/wordless.webp', video: '/samples/wordless.mp4', ratio: `${SIZE.width} / ${SIZE.height}` } };
}
