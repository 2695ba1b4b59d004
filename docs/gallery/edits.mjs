// Demo of the video editor: three sample clips cut together, with captions and the sound of the sea. Run by
// `samples.mjs`.
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { editVideo } from '../../dist/engine/local/video/edit/edit.js';

const FPS = 25;
const quiet = () => undefined;
const text = (words, from, to, place, size, colour) => ({ text: words, from, to, place, size, colour });

/** @param out working folder @param folder destination @param showcase folder of the source videos */
export async function editDemos(out, folder, showcase) {
  const clips = new Map(
    [join(showcase, 'film-1.mp4'), join(folder, 'animate.mp4'), join(showcase, 'film-2.mp4')].map((path, index) => [
      index + 1,
      { path, isImage: false },
    ]),
  );
  const cuts = [
    { clip: 1, from: 0, to: 2_000, way: 'cut' },
    { clip: 2, from: 400, to: 2_400, way: 'wipe' },
    { clip: 3, from: 0, to: 2_000, way: 'dissolve' },
  ];
  const texts = [
    text('Three days away', 200, 1_700, 'middle', 'large', '#ffffff'),
    text('Up at dawn', 1_900, 3_000, 'bottom', 'medium', '#ffd84d'),
    text('Out all night', 3_600, 4_900, 'bottom', 'medium', '#7cc7ff'),
  ];
  const options = {
    cuts,
    texts,
    width: 640,
    height: 360,
    seconds: (150 - 24) / FPS,
    fps: FPS,
    fit: 'fill',
    loud: 1,
    bed: 'sea',
    bedLoud: 0.5,
    seed: 4,
  };
  const {
    mp4,
    poster: { data, width, height },
  } = await editVideo(clips, options, out, quiet, new AbortController().signal);
  await copyFile(mp4, join(folder, 'edit.mp4'));
  const seen = sharp(Buffer.from(data.buffer, data.byteOffset, data.byteLength), {
    raw: { width, height, channels: 4 },
  }).removeAlpha();
  await writeFile(join(folder, 'edit.webp'), await seen.webp({ quality: 76 }).toBuffer());
  return {
    edit: { before: '/samples/edit.webp', after: '/samples/edit.webp', video: '/samples/edit.mp4', ratio: '16 / 9' },
  };
}
