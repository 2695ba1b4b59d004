// Generates the sample images, the demos of the tools, and the showcase videos, all with the product's engine. `npm run
// build:server && npm run gallery` runs it after the gallery; `node docs/gallery/samples.mjs` runs it alone. The same
// seeds give the same images.
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { renderScene } from '../../dist/engine/local/render/draw.js';
import { findFfmpeg } from '../../dist/engine/ffmpeg.js';
import { composeTemplate } from '../../dist/engine/local/design/templates/compose.js';
import { composePromo } from '../../dist/engine/local/design/promo/promo.js';
import { changeBackground } from '../../dist/engine/local/photo/cut-out/change-background.js';
import { matte } from '../../dist/engine/local/photo/cut-out/matte.js';
import { paintIn } from '../../dist/engine/local/photo/restyle/paint-in.js';
import { removeObject } from '../../dist/engine/local/photo/fill/remove-object.js';
import { restyle } from '../../dist/engine/local/photo/restyle/restyle.js';
import { uncrop } from '../../dist/engine/local/photo/fill/uncrop.js';
import { upscale } from '../../dist/engine/local/photo/upscale/upscale.js';
import { videoFromImage } from '../../dist/engine/local/video/generate/from-image.js';
import { restyleVideo } from '../../dist/engine/local/video/enhance/restyle-video.js';
import { videoFromImages } from '../../dist/engine/local/video/generate/from-images.js';
import { videoFromShots } from '../../dist/engine/local/video/generate/from-shots.js';
import { extendVideo } from '../../dist/engine/local/video/enhance/extend.js';
import { videoFromTemplate } from '../../dist/engine/local/video/generate/from-template.js';
import { videoFromText } from '../../dist/engine/local/video/generate/from-text.js';
import { enlargedDemo } from './enlarged.mjs';
import { editDemos } from './edits.mjs';
import { heardDemos } from './heard.mjs';
import { puppetDemos } from './puppets.mjs';
import { repairDemos } from './repairs.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const samplesFolder = join(here, '../../web/public/samples');
const showcaseFolder = join(here, '../../web/public/showcase');

const SAMPLES = [
  { id: 'car', prompt: 'a red car', seed: 42, width: 816, height: 1024 },
  { id: 'lake', prompt: 'a person in a boat on a lake', seed: 12, width: 1024, height: 688 },
  { id: 'roses', prompt: 'a blue vase with flowers', seed: 46, width: 816, height: 1024, given: 320 },
  { id: 'robot', prompt: 'a friendly robot', seed: 7, width: 816, height: 1024 },
  { id: 'balloons', prompt: 'hot air balloons over a canyon in the morning', seed: 17, width: 1024, height: 688 },
];
const VIDEOS = [
  {
    procedure: 'video.createVideoByText',
    prompt: 'waves on a palm beach at sunset',
    seed: 6,
    style: 'natural',
    aspect: '16:9',
    width: 640,
    height: 360,
  },
  {
    procedure: 'video.createVideoByText',
    prompt: 'northern lights over a frozen lake at night',
    seed: 3,
    style: 'natural',
    aspect: '16:9',
    width: 640,
    height: 360,
  },
  {
    procedure: 'video.createVideoByText',
    prompt: 'a city at night in the rain',
    seed: 9,
    style: 'natural',
    aspect: '9:16',
    width: 360,
    height: 640,
  },
];
const SECONDS = 3;
const FPS = 25;

const quiet = () => undefined;
const encode = (raster) =>
  sharp(Buffer.from(raster.data.buffer, raster.data.byteOffset, raster.data.byteLength), {
    raw: { width: raster.width, height: raster.height, channels: 4 },
  });
const drawn = async ({ prompt, seed, width, height }) =>
  (await renderScene({ prompt, seed, style: 'natural', width, height })).raster;

async function rasterOf(pipeline) {
  const { data, info } = await pipeline.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength),
  };
}

/** A white ellipse on black, in pixels. */
function ellipse(width, height, { x, y, across, down }) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#000"/><ellipse cx="${x}" cy="${y}" rx="${across}" ry="${down}" fill="#fff"/></svg>`;
  return rasterOf(sharp(Buffer.from(svg)));
}

const WEB_SIDE = 800;
/** Writes an image for the page. @returns its address */
async function put(name, pipeline) {
  await pipeline
    .resize(WEB_SIDE, WEB_SIDE, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80, alphaQuality: 90 })
    .toFile(join(samplesFolder, `${name}.webp`));
  return `/samples/${name}.webp`;
}

const ratioOf = ({ width, height }) => `${width} / ${height}`;
const pair = async (id, before, after) => ({
  before: await put(`${id}-before`, encode(before)),
  after: await put(`${id}-after`, encode(after)),
  ratio: ratioOf(before),
});

/** A small image and its upscaled version; the small one is stored unchanged, and the page stretches it. */
async function enlarged(roses) {
  const small = await rasterOf(
    encode(roses).removeAlpha().extract({ left: 176, top: 230, width: 480, height: 360 }).resize(200, 150),
  );
  const large = await upscale(small, { width: 800, height: 600 }, quiet);
  return {
    before: await put('upscale-before', encode(small).removeAlpha()),
    after: await put('upscale-after', encode(large).removeAlpha()),
    ratio: '4 / 3',
  };
}

async function keepVideo(name, folder, address, made) {
  const { mp4, poster } = made;
  await copyFile(mp4, join(folder, `${name}.mp4`));
  await encode(poster)
    .removeAlpha()
    .webp({ quality: 78 })
    .toFile(join(folder, `${name}.webp`));
  return { video: `${address}/${name}.mp4`, poster: `${address}/${name}.webp` };
}

/** The part of the lake image centred on the person. */
const AROUND = { left: 10, top: 180, width: 640, height: 480 };

/** An image without its left part on a transparent canvas of its size, and expanded to it again. */
async function widened(whole, left) {
  const { width, height } = whole;
  const part = await rasterOf(encode(whole).extract({ left, top: 0, width: width - left, height }));
  const bare = await rasterOf(encode(part).extend({ left, background: { r: 0, g: 0, b: 0, alpha: 0 } }));
  return [bare, await uncrop(part, { left, top: 0, right: 0, bottom: 0 }, quiet)];
}

const POSTER = {
  template: 'sale',
  palette: 'ocean',
  fields: { headline: 'Summer on wheels', sub: '−40%', line: 'Until Sunday, in every branch' },
  width: 816,
  height: 1024,
};

const PROMO = {
  arrangement: 'panel',
  palette: 'forest',
  plinth: true,
  headline: 'Roses for a rainy day',
  sub: 'Delivered by noon',
  width: 816,
  height: 1024,
};

async function demosOf(images, out) {
  const { car, lake, roses, robot, balloons } = images;
  const gone = await removeObject(
    lake,
    await ellipse(lake.width, lake.height, { x: 330, y: 500, across: 62, down: 160 }),
    quiet,
  );
  const { raster: withBalloon } = await paintIn(
    lake,
    await ellipse(lake.width, lake.height, { x: 560, y: 200, across: 120, down: 150 }),
    { prompt: 'a hot air balloon', seed: 3, style: 'natural' },
    quiet,
  );
  const subject = await matte(robot, quiet);
  const behind = await drawn({ prompt: 'palm beach at sunset', seed: 6, width: robot.width, height: robot.height });
  const { raster: painted } = await restyle(
    balloons,
    { prompt: '', style: 'watercolour', strength: 0.8, seed: 4 },
    quiet,
  );
  const moving = await keepVideo(
    'animate',
    samplesFolder,
    '/samples',
    await videoFromImage(
      balloons,
      { motion: 'zoom-in', seconds: SECONDS, fps: FPS, width: 640, height: 430, seed: 1 },
      out,
      quiet,
      new AbortController().signal,
    ),
  );
  const brushed = await keepVideo(
    'restyle-film',
    samplesFolder,
    '/samples',
    await restyleVideo(
      { path: join(samplesFolder, 'animate.mp4'), facts: { hasSound: false } },
      { style: 'watercolour', strength: 0.8, seed: 4, seconds: SECONDS, fps: FPS, width: 640, height: 430 },
      out,
      quiet,
      new AbortController().signal,
    ),
  );
  const turned = await keepVideo(
    'morph',
    samplesFolder,
    '/samples',
    await videoFromImages(
      car,
      robot,
      { camera: 'drift', strength: 1, seconds: 3, fps: FPS, width: 512, height: 640 },
      out,
      quiet,
      new AbortController().signal,
    ),
  );
  const shots = await keepVideo(
    'shots',
    samplesFolder,
    '/samples',
    await videoFromShots(
      {
        prompt: 'A lake before mountains in the morning. Then a forest in the rain. A city at night',
        seed: 4,
        camera: 'pan-right',
        shots: 3,
        transition: 'wipe',
        sound: true,
        seconds: 4,
        fps: FPS,
        width: 400,
        height: 224,
      },
      out,
      quiet,
      new AbortController().signal,
    ),
  );
  const longer = await keepVideo(
    'extend',
    samplesFolder,
    '/samples',
    await extendVideo(
      { path: join(samplesFolder, 'animate.mp4'), facts: { hasSound: false } },
      { seconds: SECONDS + 3, added: 3, fps: FPS, width: 640, height: 430 },
      out,
      quiet,
      new AbortController().signal,
    ),
  );
  const printed = await keepVideo(
    'effects',
    samplesFolder,
    '/samples',
    await videoFromTemplate(
      [lake, car, balloons],
      { template: 'polaroid', seconds: 4, fps: FPS, width: 640, height: 430, seed: 3 },
      out,
      quiet,
      new AbortController().signal,
    ),
  );
  return {
    upscale: await enlarged(roses),
    erase: await pair(
      'erase',
      ...(await Promise.all([lake, gone].map((one) => rasterOf(encode(one).extract(AROUND))))),
    ),
    paint: await pair('paint', lake, withBalloon),
    widen: await pair('widen', ...(await widened(lake, 170))),
    poster: await pair('poster', car, (await composeTemplate({ ...POSTER, image: car })).raster),
    promo: await pair('promo', roses, (await composePromo(await matte(roses, quiet), PROMO, quiet)).raster),
    cutOut: await pair('cut-out', car, await matte(car, quiet)),
    backdrop: await pair('backdrop', robot, await changeBackground(subject, behind, quiet)),
    restyle: await pair('restyle', balloons, painted),
    animate: { before: moving.poster, after: moving.poster, video: moving.video, ratio: '640 / 430' },
    restyleFilm: { before: moving.poster, after: brushed.poster, video: brushed.video, ratio: '640 / 430' },
    morph: { before: turned.poster, after: turned.poster, video: turned.video, ratio: '512 / 640' },
    ...(await repairDemos(images, out, samplesFolder)),
    ...(await enlargedDemo(join(samplesFolder, 'animate.mp4'), out, samplesFolder)),
    shots: { before: shots.poster, after: shots.poster, video: shots.video, ratio: '400 / 224' },
    ...(await editDemos(out, samplesFolder, showcaseFolder)),
    ...(await heardDemos(out, samplesFolder)),
    ...(await puppetDemos(images, out, samplesFolder)),
    extend: { before: moving.poster, after: longer.poster, video: longer.video, ratio: '640 / 430' },
    effects: { before: printed.poster, after: printed.poster, video: printed.video, ratio: '640 / 430' },
  };
}

/** The section of docs/gallery.md about the samples, as lines. */
export function sampleWords() {
  const own = ({ prompt, seed }) => `“${prompt}” · ${seed}`;
  return [
    '## Samples and videos',
    '',
    'The same engine draws the sample images (`web/public/samples/`), the results of the tools, and the showcase videos. No',
    'third-party images are used. `node docs/gallery/samples.mjs` regenerates these files. `node docs/gallery/effects.mjs`',
    'regenerates the effect loops and images (`web/public/effects/`).',
    '',
    SAMPLES.map(own).join('  \n'),
    '',
    'Videos of three seconds:',
    '',
    VIDEOS.map(own).join('  \n'),
    '',
  ];
}

/** Generates everything. */
export async function drawSamples() {
  await mkdir(samplesFolder, { recursive: true });
  const out = { dir: await mkdtemp(join(tmpdir(), 'kinora-films-')), programs: await findFfmpeg() };
  const images = {};
  const samples = [];
  for (const sample of SAMPLES) {
    const raster = await drawn(sample);
    images[sample.id] = raster;
    const whole = encode(raster)
      .removeAlpha()
      .resize(sample.given ?? sample.width);
    const { width, height } = await whole
      .clone()
      .jpeg({ quality: sample.given === undefined ? 88 : 74 })
      .toFile(join(samplesFolder, `${sample.id}.jpg`));
    await encode(raster)
      .removeAlpha()
      .resize(220, 220, { fit: 'cover' })
      .webp({ quality: 78 })
      .toFile(join(samplesFolder, `${sample.id}-thumb.webp`));
    samples.push({
      id: sample.id,
      src: `/samples/${sample.id}.jpg`,
      thumb: `/samples/${sample.id}-thumb.webp`,
      width,
      height,
    });
    console.log(`sample: ${sample.prompt}`);
  }
  await writeFile(join(samplesFolder, 'samples.json'), `${JSON.stringify(samples, null, 1)}\n`);
  await writeFile(join(samplesFolder, 'demos.json'), `${JSON.stringify(await demosOf(images, out), null, 1)}\n`);
  console.log('demos');
  const videos = [];
  for (const [index, { procedure, prompt, seed, style, aspect, width, height }] of VIDEOS.entries()) {
    const made = await videoFromText(
      { prompt, seed, style, width, height, seconds: SECONDS, fps: FPS },
      out,
      quiet,
      new AbortController().signal,
    );
    const { video, poster } = await keepVideo(`film-${index + 1}`, showcaseFolder, '/showcase', made);
    const blur = await encode(made.poster)
      .removeAlpha()
      .resize(12, 12, { fit: 'fill' })
      .webp({ quality: 40 })
      .toBuffer();
    videos.push({
      procedure,
      src: poster,
      video,
      prompt,
      seed,
      aspect,
      style,
      seconds: SECONDS,
      width,
      height,
      blur: `data:image/webp;base64,${blur.toString('base64')}`,
    });
    console.log(`video: ${prompt}`);
  }
  await writeFile(join(showcaseFolder, 'films.json'), `${JSON.stringify(videos, null, 1)}\n`);
  await rm(out.dir, { recursive: true, force: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await drawSamples();
