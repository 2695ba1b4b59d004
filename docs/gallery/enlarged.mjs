// Demo of the video upscaler: a sample video reduced in size, and its upscaled result.
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { encodeMp4 } from '../../dist/engine/local/video/io/encode.js';
import { framesOf } from '../../dist/engine/local/video/io/source.js';
import { upscaleVideo } from '../../dist/engine/local/video/enhance/upscale-video.js';

const SMALL = { width: 214, height: 144 };
const LARGE = { width: 640, height: 430 };
const FPS = 25;
const SECONDS = 3;
/** The preview frame of the video. */
const SHOWN = 40;

const encode = ({ data, width, height }) =>
  sharp(Buffer.from(data.buffer, data.byteOffset, data.byteLength), { raw: { width, height, channels: 4 } });

async function frameOf(programs, path, size) {
  for await (const frame of framesOf(programs, path, { ...size, fps: FPS, from: SHOWN / FPS, seconds: 1 / FPS }))
    return frame;
  throw new Error(`no frame ${SHOWN}`);
}

/** The demo, by the tool's id. @param video the sample video; files are written to `folder` */
export async function enlargedDemo(video, { dir, programs }, folder) {
  const small = join(dir, 'small.mp4');
  await encodeMp4(programs, {
    ...SMALL,
    fps: FPS,
    frames: framesOf(programs, video, { ...SMALL, fps: FPS, seconds: SECONDS }),
    path: small,
  });
  const { mp4 } = await upscaleVideo(
    { path: small, facts: { ...SMALL, hasSound: false } },
    { ...LARGE, fps: FPS, seconds: SECONDS },
    { dir, programs },
    () => undefined,
    new AbortController().signal,
  );
  await copyFile(mp4, join(folder, 'upscale-film.mp4'));
  await encode(await frameOf(programs, small, SMALL))
    .removeAlpha()
    .webp({ quality: 78 })
    .toFile(join(folder, 'upscale-film-before.webp'));
  await encode(await frameOf(programs, mp4, LARGE))
    .removeAlpha()
    .webp({ quality: 78 })
    .toFile(join(folder, 'upscale-film.webp'));
  return {
    upscaleFilm: {
      before: '/samples/upscale-film-before.webp',
      after: '/samples/upscale-film.webp',
      video: '/samples/upscale-film.mp4',
      ratio: '640 / 430',
    },
  };
}
