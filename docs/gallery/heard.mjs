// Demos of tools with sound: a video with sound effects, and an AI Short from a script. Run by `samples.mjs`.
import { copyFile, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { writeSound } from '../../dist/engine/local/audio/soundtrack.js';
import { putSound } from '../../dist/engine/local/video/io/encode.js';
import { videoFromText } from '../../dist/engine/local/video/generate/from-text.js';
import { shortVideo } from '../../dist/engine/local/video/generate/shorts.js';

const FPS = 25;
const quiet = () => undefined;

/** Stores a video and its first frame. @returns their entry in demos.json */
export async function keep(id, folder, { mp4, poster }, ratio) {
  await mkdir(folder, { recursive: true });
  await copyFile(mp4, join(folder, `${id}.mp4`));
  const { data, width, height } = poster;
  await writeFile(
    join(folder, `${id}.webp`),
    await sharp(Buffer.from(data.buffer, data.byteOffset, data.byteLength), { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .webp({ quality: 72 })
      .toBuffer(),
  );
  return { before: `/samples/${id}.webp`, after: `/samples/${id}.webp`, video: `/samples/${id}.mp4`, ratio };
}

/** @param out working folder @param folder destination */
export async function heardDemos(out, folder) {
  const rain = await videoFromText(
    { prompt: 'rain on a lake in the mountains', seed: 5, seconds: 3, fps: FPS, width: 640, height: 360 },
    out,
    quiet,
    new AbortController().signal,
  );
  const silent = join(out.dir, 'silent.mp4');
  await rename(rain.mp4, silent);
  await putSound(out.programs, {
    video: silent,
    seconds: 3,
    sound: { path: await writeSound({ effects: ['rain', 'thunder'], seconds: 3, cuts: [], seed: 5 }, out.dir) },
    path: rain.mp4,
  });
  const sound = await keep('sound', folder, rain, '16 / 9');
  const spoken = {
    prompt: 'A lighthouse stands by the sea.',
    seed: 3,
    seconds: 3,
    fps: FPS,
    width: 360,
    height: 640,
    voice: 'woman',
    language: 'en',
    captions: true,
  };
  return { sound, short: await keep('short', folder, await shortVideo(spoken, out, quiet), '9 / 16') };
}
