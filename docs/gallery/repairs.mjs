// Demos of tools that remove something from a video: a sample video with an overlay, and its result.
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { renderScene } from '../../dist/engine/local/render/draw.js';
import { dilate } from '../../dist/engine/local/photo/fill/marks.js';
import { matte } from '../../dist/engine/local/photo/cut-out/matte.js';
import { encodeMp4 } from '../../dist/engine/local/video/io/encode.js';
import { changeVideoBackground } from '../../dist/engine/local/video/repair/change-video-background.js';
import { eraseFromVideo } from '../../dist/engine/local/video/repair/erase-from-video.js';
import { videoFromImage } from '../../dist/engine/local/video/generate/from-image.js';
import { removeSubtitles } from '../../dist/engine/local/video/repair/remove-subtitles.js';
import { framesOf } from '../../dist/engine/local/video/io/source.js';

const SIZE = { width: 640, height: 430 };
const SECONDS = 3;
const FPS = 25;
/** The preview frame of a video. */
const SHOWN = 40;

const quiet = () => undefined;
const encode = ({ data, width, height }) =>
  sharp(Buffer.from(data.buffer, data.byteOffset, data.byteLength), { raw: { width, height, channels: 4 } });
const said = (words) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}"><text x="50%" y="${SIZE.height - 34}" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="30" fill="#fff" stroke="#000" stroke-width="6" stroke-linejoin="round" paint-order="stroke">${words}</text></svg>`,
  );

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

/**
 * What is under way of a video with a person in it: along the street, while the camera follows a little.
 * @param size pixels of a frame, and how many frames
 */
export async function walking(
  { street, walker },
  { width: wide, height: high, frames: count } = { ...SIZE, frames: SECONDS * FPS },
) {
  const size = { width: wide, height: high };
  const scale = wide / SIZE.width;
  const height = Math.round(high * 0.78);
  const small = await encode(walker).resize({ height }).png().toBuffer();
  const { width } = await sharp(small).metadata();
  const place = (index) => ({
    left: Math.round(-0.12 * width + index * 5.3 * scale),
    top: Math.round(high * 0.2 + 4 * scale * Math.abs(Math.sin(index / 4))),
  });
  const over = async (index, onto) => {
    const { left, top } = place(index);
    const from = Math.max(0, -left);
    const across = Math.min(width - from, wide - Math.max(0, left));
    const tall = Math.min(height, high - top);
    if (across <= 0) return onto;
    const part = await sharp(small).extract({ left: from, top: 0, width: across, height: tall }).png().toBuffer();
    return onto.composite([{ input: part, left: Math.max(0, left), top }]);
  };
  const camera = (index) =>
    encode(street)
      .extract({ left: Math.min(1_024 - 860, 40 + Math.round(index * 1.6)), top: 20, width: 860, height: 578 })
      .resize(wide, high, { fit: 'cover' });
  const raw = async (image) => ({ ...size, data: new Uint8ClampedArray(await image.ensureAlpha().raw().toBuffer()) });
  async function* frames() {
    for (let index = 0; index < count; index += 1)
      yield raw(await over(index, sharp(await camera(index).png().toBuffer())));
  }
  const alone = await raw(
    await over(0, sharp({ create: { ...size, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })),
  );
  const seen = Uint8Array.from({ length: wide * high }, (_, at) => (alone.data[at * 4 + 3] > 20 ? 1 : 0));
  const marked = dilate(seen, wide, high, 8);
  const data = new Uint8ClampedArray(marked.length * 4);
  for (let at = 0; at < marked.length; at += 1)
    data.set([marked[at] * 255, marked[at] * 255, marked[at] * 255, 255], at * 4);
  return { frames, mask: { ...size, data } };
}

/** A video before and after, for a tool's page. */
async function shown(id, name, [before, after], programs, folder) {
  await copyFile(after, join(folder, `${name}.mp4`));
  for (const [file, path] of [
    [`${name}-before`, before],
    [name, after],
  ])
    await encode(await frameOf(programs, path, SHOWN))
      .removeAlpha()
      .webp({ quality: 78 })
      .toFile(join(folder, `${file}.webp`));
  return {
    [id]: {
      before: `/samples/${name}-before.webp`,
      after: `/samples/${name}.webp`,
      video: `/samples/${name}.mp4`,
      ratio: `${SIZE.width} / ${SIZE.height}`,
    },
  };
}

/** A person removed from a video, and the same person before a studio background. */
export async function walkerDemos({ robot }, { dir, programs }, folder) {
  const { raster: street } = await renderScene({
    prompt: 'a city street by day',
    seed: 7,
    style: 'natural',
    width: 1024,
    height: 688,
  });
  const { frames, mask } = await walking({ street, walker: await matte(robot, quiet) });
  const given = join(dir, 'walking.mp4');
  await encodeMp4(programs, { ...SIZE, fps: FPS, frames: frames(), path: given });
  const never = new AbortController().signal;
  const video = { ...SIZE, fps: FPS, seconds: SECONDS };
  const erased = await eraseFromVideo(
    { path: given, hasSound: false },
    { ...video, mask },
    { dir, programs },
    quiet,
    never,
  );
  const gone = await shown('eraseFilm', 'erase-film', [given, erased.mp4], programs, folder);
  const alone = await changeVideoBackground(
    { path: given, hasSound: false },
    { ...video, behind: 'studio' },
    { dir, programs },
    quiet,
    never,
  );
  return { ...gone, ...(await shown('cutOutFilm', 'cut-out-film', [given, alone.mp4], programs, folder)) };
}

/** The demos, by the tools' ids. @param out working folder and programs; files are written to `folder` */
export async function repairDemos(images, out, folder) {
  return { ...(await subtitlesDemo(images, out, folder)), ...(await walkerDemos(images, out, folder)) };
}

async function subtitlesDemo({ lake }, { dir, programs }, folder) {
  const never = new AbortController().signal;
  const { mp4 } = await videoFromImage(
    lake,
    { motion: 'pan-right', seconds: SECONDS, fps: FPS, ...SIZE, seed: 1 },
    { dir, programs },
    quiet,
    never,
  );
  const worded = join(dir, 'worded.mp4');
  await encodeMp4(programs, {
    ...SIZE,
    fps: FPS,
    frames: withWords(framesOf(programs, mp4, { ...SIZE, fps: FPS }), 'We walk on until night.'),
    path: worded,
  });
  const made = await removeSubtitles(
    { path: worded, hasSound: false },
    { ...SIZE, fps: FPS, seconds: SECONDS, where: 'auto' },
    { dir, programs },
    quiet,
    never,
  );
  await copyFile(made.mp4, join(folder, 'wordless.mp4'));
  for (const [name, path] of [
    ['wordless-before', worded],
    ['wordless', made.mp4],
  ])
    await encode(await frameOf(programs, path, SHOWN))
      .removeAlpha()
      .webp({ quality: 78 })
      .toFile(join(folder, `${name}.webp`));
  return {
    wordless: {
      before: '/samples/wordless-before.webp',
      after: '/samples/wordless.webp',
      video: '/samples/wordless.mp4',
      ratio: `${SIZE.width} / ${SIZE.height}`,
    },
  };
}
