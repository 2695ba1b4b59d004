// Generates the effect galleries with the product's engine: a short loop of each template and animation look, an image
// in each style, and a sheet of each design. `npm run gallery` runs it after the samples; `node
// docs/gallery/effects.mjs` runs it alone. The same seeds give the same images.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { animeVideo } from '../../dist/engine/local/video/anime/anime-video.js';
import { renderScene } from '../../dist/engine/local/render/draw.js';
import { findFfmpeg, runProgram } from '../../dist/engine/ffmpeg.js';
import { ANIME_LOOKS, VIDEO_TEMPLATES, STYLES } from '../../dist/engine/options.shared.js';
import { composeTemplate } from '../../dist/engine/local/design/templates/compose.js';
import { restyle } from '../../dist/engine/local/photo/restyle/restyle.js';
import { videoFromTemplate } from '../../dist/engine/local/video/generate/from-template.js';
import { ASPECTS, TEMPLATES } from '../../dist/engine/sizes.shared.js';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../web/public/effects');
const FPS = 25;
const SECONDS = 3;
const LOOP = { width: 352, height: 440 };
const STILL = 440;
const quiet = () => undefined;

const SCENES = {
  lake: { prompt: 'sunset over mountains and a lake', seed: 7 },
  aurora: { prompt: 'aurora over a frozen lake', seed: 3 },
  robot: { prompt: 'a friendly robot', seed: 33 },
  rose: { prompt: 'a pink rose', seed: 35 },
  car: { prompt: 'a red car', seed: 42 },
  balloons: { prompt: 'hot air balloons over a canyon in the morning', seed: 17 },
  blossom: { prompt: 'pagoda in a garden with cherry blossom in spring', seed: 20 },
  lighthouse: { prompt: 'a lighthouse on a cliff in a storm', seed: 4 },
  city: { prompt: 'a city at night in the rain', seed: 9 },
  village: { prompt: 'a village in the snow at night', seed: 6 },
  cake: { prompt: 'a cake with cherries', seed: 39 },
  castle: { prompt: 'a castle on a hill in autumn', seed: 2 },
};
/** Source images of each template's demo. */
const LOOPS = {
  'zoom-burst': ['car', 'robot'],
  glitch: ['city'],
  snow: ['village'],
  projector: ['castle', 'lighthouse'],
  reveal: ['blossom'],
  hearts: ['rose'],
  confetti: ['cake'],
  polaroid: ['lake', 'balloons', 'rose'],
  'day-to-night': ['castle'],
  'light-leak': ['balloons'],
  kaleidoscope: ['cake'],
};
const LOOKS = { cel: 'robot', ink: 'lighthouse', pastel: 'blossom', manga: 'castle' };
const STYLED = {
  poster: 'lake',
  watercolour: 'blossom',
  oil: 'lighthouse',
  ink: 'castle',
  papercut: 'balloons',
  clay: 'robot',
  isometric: 'village',
  pixel: 'car',
  neon: 'city',
  line: 'rose',
  risograph: 'aurora',
  blueprint: 'castle',
};
const SHEET = {
  sale: { palette: 'coral', image: 'car', fields: { headline: 'Summer on wheels', sub: '−40%', line: 'Until Sunday' } },
  quote: {
    palette: 'night',
    image: 'aurora',
    fields: { headline: 'The sky keeps no secrets', sub: 'Old saying', line: '' },
  },
  event: {
    palette: 'violet',
    image: 'city',
    fields: { headline: 'Night walk', sub: '12 June, 21:00', line: 'Meet at the old harbour' },
  },
  recipe: {
    palette: 'sand',
    image: 'cake',
    fields: {
      headline: 'Cherry cake',
      sub: '45 minutes',
      line: '3 eggs\n200 g flour\n150 g sugar\nA bowl of cherries',
    },
  },
  podcast: {
    palette: 'forest',
    image: 'lighthouse',
    fields: { headline: 'Far out', sub: 'Stories from the coast', line: 'New every Friday' },
  },
  launch: {
    palette: 'ocean',
    image: 'robot',
    fields: { headline: 'Meet Robby', sub: 'He does the dishes', line: 'Out now' },
  },
};

const encode = (raster) =>
  sharp(Buffer.from(raster.data.buffer, raster.data.byteOffset, raster.data.byteLength), {
    raw: { width: raster.width, height: raster.height, channels: 4 },
  }).removeAlpha();

/** Poster time of a loop, where the effect is not visible at the default of two thirds. */
const MOMENTS = { 'zoom-burst': 0.5, glitch: 0.77, reveal: 0.3, 'day-to-night': 0.44 };

/** Stores a video as a small loop with its poster. */
async function loop(name, { mp4 }, { dir, programs }) {
  await runProgram(
    programs.ffmpeg,
    [
      '-v',
      'error',
      '-y',
      '-i',
      mp4,
      '-an',
      '-c:v',
      'libx264',
      '-preset',
      'slow',
      '-crf',
      '31',
      '-pix_fmt',
      'yuv420p',
      '-movflags',
      '+faststart',
      join(folder, `${name}.mp4`),
    ],
    { timeoutMs: 120_000, stdoutLimit: 65_536 },
  );
  const still = join(dir, `${name}.png`);
  await runProgram(
    programs.ffmpeg,
    ['-v', 'error', '-y', '-ss', String(SECONDS * (MOMENTS[name] ?? 0.68)), '-i', mp4, '-frames:v', '1', still],
    { timeoutMs: 60_000, stdoutLimit: 65_536 },
  );
  await sharp(still)
    .webp({ quality: 76 })
    .toFile(join(folder, `${name}.webp`));
  console.log(`effect: ${name}`);
}

/** Generates everything. */
export async function drawEffects() {
  await mkdir(folder, { recursive: true });
  const out = { dir: await mkdtemp(join(tmpdir(), 'kinora-effects-')), programs: await findFfmpeg() };
  const known = {};
  const sceneOf = async (id) =>
    (known[id] ??= (await renderScene({ ...SCENES[id], style: 'natural', width: 704, height: 880 })).raster);
  const never = new AbortController().signal;
  for (const [style, id] of Object.entries(STYLED)) {
    if (!STYLES.includes(style)) throw new Error(`no style ${style}`);
    const { raster } = await restyle(await sceneOf(id), { prompt: '', style, strength: 0.8, seed: 4 }, quiet);
    await encode(raster)
      .resize(STILL)
      .webp({ quality: 68 })
      .toFile(join(folder, `style-${style}.webp`));
    await encode(await sceneOf(id))
      .resize(160)
      .webp({ quality: 74 })
      .toFile(join(folder, `${id}-thumb.webp`));
  }
  const ratios = {};
  for (const [design, { palette, image: id, fields }] of Object.entries(SHEET)) {
    const { width, height } = ASPECTS[TEMPLATES[design]];
    const { raster } = await composeTemplate({
      template: design,
      palette,
      fields,
      width,
      height,
      image: await sceneOf(id),
    });
    await encode(raster)
      .resize(STILL)
      .webp({ quality: 80 })
      .toFile(join(folder, `design-${design}.webp`));
    ratios[design] = `${width} / ${height}`;
  }
  for (const template of VIDEO_TEMPLATES) {
    const images = [];
    for (const id of LOOPS[template]) images.push(await sceneOf(id));
    await loop(
      template,
      await videoFromTemplate(images, { template, seconds: SECONDS, fps: FPS, ...LOOP, seed: 3 }, out, quiet, never),
      out,
    );
  }
  for (const look of ANIME_LOOKS)
    await loop(
      `look-${look}`,
      await animeVideo(
        [await sceneOf(LOOKS[look])],
        { prompt: '', look, hold: 2, seed: 5, seconds: SECONDS, fps: FPS, ...LOOP },
        out,
        quiet,
        never,
      ),
      out,
    );
  const shown = { styles: STYLED, designs: ratios };
  await writeFile(join(folder, 'effects.json'), `${JSON.stringify(shown, null, 1)}\n`);
  await rm(out.dir, { recursive: true, force: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await drawEffects();
