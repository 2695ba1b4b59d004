// One typical call of each procedure with generated inputs, for the benchmark and the contact sheet. No photographs are
// used; the people come from portrait.mjs.
import { createCanvas } from '@napi-rs/canvas';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { renderScene } from '../../dist/engine/local/render/draw.js';
import { encodeMp4 } from '../../dist/engine/local/video/io/encode.js';
import { encodeWav } from '../../dist/engine/local/audio/wav.js';
import { framesOf } from '../../dist/engine/local/video/io/source.js';
import { videoFromImage } from '../../dist/engine/local/video/generate/from-image.js';
import { matte } from '../../dist/engine/local/photo/cut-out/matte.js';
import { FORMS, initialOf } from '../../dist/creation/procedures/params.shared.js';
import { planOf } from '../../dist/creation/procedures/plan.shared.js';
import { walking } from './repairs.mjs';
import { DRAWN_PEOPLE, portrait } from './portrait.mjs';

export const FPS = 25;
const quiet = () => undefined;
const never = new AbortController().signal;

/** Pixels in sharp's format. */
export const pixelsOf = ({ data, width, height }) =>
  sharp(Buffer.from(data.buffer, data.byteOffset, data.byteLength), { raw: { width, height, channels: 4 } });

async function rasterOf(pipeline) {
  const { data, info } = await pipeline.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength),
  };
}

const scene = async (prompt, seed, width, height) =>
  (await renderScene({ prompt, seed, style: 'natural', width, height })).raster;
const svg = (width, height, inner) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inner}</svg>`);

/** Scratches and specks of an old photo. @returns an SVG */
function wear(width, height) {
  const line = (x, y, dx, dy, stroke) =>
    `<path d="M${x * width} ${y * height}q${dx * width * 0.5} ${dy * height * 0.4} ${dx * width} ${dy * height}" fill="none" stroke="${stroke}" stroke-width="${Math.max(1.4, width / 400)}"/>`;
  const speck = (index) =>
    `<circle cx="${((index * 0.618) % 1) * width}" cy="${((index * 0.414) % 1) * height}" r="${Math.max(1, width / 420)}" fill="${index % 3 === 0 ? '#241e1a' : '#f4f0e6'}"/>`;
  return svg(
    width,
    height,
    [
      line(0.1, 0, 0.12, 0.7, '#f4f0e6'),
      line(0.95, 0.1, -0.5, 0.25, '#f4f0e6'),
      line(0.3, 0.95, 0.6, -0.2, '#241e1a'),
      ...Array.from({ length: 24 }, (_, index) => speck(index + 1)),
    ].join(''),
  );
}

/** A striped shirt on white. @param side pixels */
export function shirt(side) {
  const canvas = createCanvas(side, side);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, side, side);
  context.scale(side / 100, side / 100);
  context.beginPath();
  context.moveTo(36, 16);
  context.bezierCurveTo(42, 24, 58, 24, 64, 16);
  for (const [x, y] of [
    [78, 21],
    [95, 44],
    [82, 53],
    [75, 44],
    [77, 88],
    [23, 88],
    [25, 44],
    [18, 53],
    [5, 44],
    [22, 21],
  ])
    context.lineTo(x, y);
  context.closePath();
  context.save();
  context.clip();
  context.fillStyle = '#f3ead9';
  context.fillRect(0, 0, 100, 100);
  context.fillStyle = '#b3202c';
  for (let y = 18; y < 90; y += 10) context.fillRect(0, y, 100, 4.6);
  const shade = context.createLinearGradient(18, 0, 82, 0);
  for (const [at, alpha] of [
    [0, 0.28],
    [0.25, 0],
    [0.7, 0.02],
    [1, 0.3],
  ])
    shade.addColorStop(at, `rgba(20,12,30,${alpha})`);
  context.fillStyle = shade;
  context.fillRect(0, 0, 100, 100);
  context.restore();
  Object.assign(context, { lineWidth: 0.6, strokeStyle: 'rgba(60,20,20,0.55)' });
  context.stroke();
  return { width: side, height: side, data: context.getImageData(0, 0, side, side).data };
}

/** Pose of the driver of a portrait at a time in seconds. */
const moves = (second) => ({
  x: 0.05 * Math.sin(second * 2.1),
  y: 0.025 * Math.sin(second * 3.1 + 1),
  roll: 0.13 * Math.sin(second * 1.9),
  open: Math.max(0, Math.sin(second * 6.4)),
  blink: second % 2.2 > 2.08 ? 1 : 0,
});

async function* wordsOver(frames, size, words) {
  const drawn = svg(
    size.width,
    size.height,
    `<text x="50%" y="${Math.round(size.height * 0.91)}" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="${Math.round(size.height * 0.07)}" fill="#fff" stroke="#000" stroke-width="${Math.round(size.height * 0.014)}" stroke-linejoin="round" paint-order="stroke">${words}</text>`,
  );
  let index = 0;
  for await (const frame of frames) {
    index += 1;
    yield index > 8
      ? {
          ...size,
          data: new Uint8ClampedArray(
            await pixelsOf(frame)
              .composite([{ input: drawn }])
              .raw()
              .toBuffer(),
          ),
        }
      : frame;
  }
}

/** Tones with the rhythm of syllables. */
function said(seconds) {
  const rate = 24_000;
  const samples = new Float32Array(Math.round(seconds * rate));
  for (let at = 0; at < samples.length; at += 1) {
    const second = at / rate;
    const loud = Math.max(0, Math.sin(second * 2 * Math.PI * 2.2)) ** 0.6 * 0.35;
    for (const [times, share] of [
      [1, 1],
      [2, 0.6],
      [5, 0.35],
      [9, 0.2],
    ])
      samples[at] += loud * share * Math.sin(2 * Math.PI * 135 * times * second);
  }
  return encodeWav({ left: samples, right: samples }, rate);
}

/**
 * Draws what the calls are made from.
 * @param at `side` of images and `videoSize` {width, height} in pixels, `seconds` of videos; `dir` takes the files,
 *   `programs` are FFmpeg's
 * @returns facts and path of each input by its name
 */
export async function drawInputs({ dir, programs, side, videoSize, seconds }) {
  const folder = join(dir, 'inputs');
  await mkdir(folder, { recursive: true });
  const inputs = {};
  const put = async (name, raster) => {
    const path = join(folder, `${name}.png`);
    await pixelsOf(raster).png({ compressionLevel: 3 }).toFile(path);
    inputs[name] = { path, type: 'image/png', width: raster.width, height: raster.height, raster };
    return raster;
  };
  const recordVideo = async (name, frames, size = videoSize) => {
    const path = join(folder, `${name}.mp4`);
    await encodeMp4(programs, { ...size, fps: FPS, frames, path });
    inputs[name] = { path, type: 'video/mp4', ...size, seconds };
  };
  const lake = await put(
    'lake',
    await scene('a person in a boat on a lake', 12, side, Math.round((side * 0.67) / 16) * 16),
  );
  await put('balloons', await scene('hot air balloons over a canyon in the morning', 17, lake.width, lake.height));
  await put('beach', await scene('palm beach at sunset', 6, lake.width, lake.height));
  await put('car', await scene('a red car', 42, side, side));
  const robot = await put('robot', await scene('a friendly robot', 7, side, side));
  await put('roses', await scene('a blue vase with flowers', 46, side, side));
  await put(
    'small',
    await rasterOf(
      pixelsOf(inputs.roses.raster)
        .removeAlpha()
        .resize(Math.round(side / 2), Math.round(side / 2)),
    ),
  );
  await put(
    'aged',
    await rasterOf(
      sharp(
        await pixelsOf(inputs.roses.raster).removeAlpha().linear([0.6, 0.56, 0.46], [62, 48, 40]).png().toBuffer(),
      ).composite([{ input: wear(side, side) }]),
    ),
  );
  await put(
    'boat',
    await rasterOf(
      sharp(
        svg(
          lake.width,
          lake.height,
          `<rect width="100%" height="100%"/><ellipse cx="${lake.width * 0.322}" cy="${lake.height * 0.727}" rx="${lake.width * 0.0605}" ry="${lake.height * 0.2326}" fill="#fff"/>`,
        ),
      ),
    ),
  );
  await put(
    'sky',
    await rasterOf(
      sharp(
        svg(
          lake.width,
          lake.height,
          `<rect width="100%" height="100%"/><ellipse cx="${lake.width * 0.547}" cy="${lake.height * 0.29}" rx="${lake.width * 0.117}" ry="${lake.height * 0.218}" fill="#fff"/>`,
        ),
      ),
    ),
  );
  const { ada, ben } = DRAWN_PEOPLE;
  await put('ada', portrait(ada, side));
  await put('ben', portrait(ben, side));
  await put('half', portrait(ben, side, {}, true));
  await put('shirt', shirt(side));
  const frames = Math.round(seconds * FPS);
  const moved = await videoFromImage(
    lake,
    { motion: 'pan-right', seconds, fps: FPS, ...videoSize, seed: 1 },
    { dir: folder, programs },
    quiet,
    never,
  );
  const under = () => framesOf(programs, moved.mp4, { ...videoSize, fps: FPS, seconds });
  await recordVideo('moving', under());
  await recordVideo('worded', wordsOver(under(), videoSize, 'We walk on until night.'));
  const quarter = { width: 2 * Math.round(videoSize.width / 4), height: 2 * Math.round(videoSize.height / 4) };
  await recordVideo('low', framesOf(programs, moved.mp4, { ...quarter, fps: FPS, seconds }), quarter);
  const street = await scene('a city street by day', 7, 1024, 688);
  const walk = await walking({ street, walker: await matte(robot, quiet) }, { ...videoSize, frames });
  await recordVideo('walk', walk.frames());
  await put('walker', walk.mask);
  const face = 2 * Math.round(videoSize.height / 2);
  await recordVideo(
    'driver',
    (function* () {
      for (let index = 0; index < frames; index += 1) yield portrait(ben, face, moves(index / FPS));
    })(),
    { width: face, height: face },
  );
  const spoken = join(folder, 'said.wav');
  await writeFile(spoken, said(seconds));
  inputs.said = { path: spoken, type: 'audio/mp4', width: 0, height: 0, seconds };
  return inputs;
}

/** The default parameters of a call. */
const firsts = (procedure) =>
  Object.fromEntries(
    Object.entries(FORMS[procedure].options)
      .filter(([, option]) => option.optional !== true)
      .map(([name, option]) => [name, initialOf(option)]),
  );

/**
 * The calls: procedure, name, settings beside the first ones, words, and inputs by their roles.
 * @param seconds of videos whose length is chosen, one of those that are offered
 */
const callsOf = (seconds) => {
  const resolution = '720p';
  const aspect = '16:9';
  return [
    ['text2Image.create', 'AI Image', { style: 'natural', aspect: '1:1' }, 'sunset over mountains and a lake', {}],
    ['image2Image.create', 'Restyle', { style: 'watercolour', strength: 0.8 }, '', { image: 'balloons' }],
    ['imageTools.upscale', 'Upscale', { scale: 2 }, '', { image: 'small' }],
    ['imageTools.restore', 'Restore old photo', {}, '', { image: 'aged' }],
    ['imageTools.uncrop', 'Expand', { left: 'third', top: 0, right: 0, bottom: 0 }, '', { image: 'balloons' }],
    ['imageTools.objectRemover', 'Remove object', {}, '', { image: 'lake', mask: 'boat' }],
    ['imageTools.backgroundRemover', 'Remove background', {}, '', { image: 'car' }],
    [
      'imageTools.backgroundChanger',
      'Change background',
      { behind: 'image' },
      '',
      { image: 'robot', background: 'beach' },
    ],
    ['imageTools.faceSwap', 'Face swap', {}, '', { image: 'ada', face: 'ben' }],
    ['imageTools.painting', 'Inpaint', { style: 'natural' }, 'a hot air balloon', { image: 'lake', mask: 'sky' }],
    [
      'template2Image.create',
      'Design templates',
      {
        design: 'sale',
        palette: 'ocean',
        headline: 'Summer on wheels',
        sub: '−40%',
        line: 'Until Sunday, in every branch',
      },
      '',
      { image: 'car' },
    ],
    [
      'template2Image.productPromotionalImage',
      'Product photo',
      { arrangement: 'panel', palette: 'forest', headline: 'Roses for a rainy day', sub: 'Delivered by noon' },
      '',
      { image: 'roses' },
    ],
    ['template2Image.modelFitting', 'Virtual try-on', {}, '', { image: 'half', garment: 'shirt' }],
    ['task.createFaceSwapTask', 'Video face swap', {}, '', { target: 'driver', face: 'ada' }],
    [
      'video.createVideoByText',
      'AI Video',
      { style: 'natural', aspect, seconds, resolution },
      'waves on a palm beach at sunset',
      {},
    ],
    [
      'video.createVideoByTextV2',
      'Video in shots',
      { seconds, shots: 2, transition: 'dissolve' },
      'A lake before mountains in the morning. A city at night',
      {},
    ],
    ['video.createVideoByImage', 'Image to video', { motion: 'orbit', seconds, resolution }, '', { image: 'balloons' }],
    ['video.createVideoByImageV2', 'Morph', { seconds }, '', { image: 'car', end: 'robot' }],
    [
      'video.createVideoByTemplate',
      'Effects',
      { template: 'kaleidoscope', seconds },
      '',
      { 'subject-1': 'balloons', 'subject-2': 'roses' },
    ],
    ['video.createVideoByVideo', 'Restyle video', { style: 'watercolour' }, '', { video: 'moving' }],
    [
      'video.createVideoBySubjects',
      'Subjects to video',
      { seconds },
      'a robot and a red car walk on a beach at sunset',
      { 'subject-1': 'robot', 'subject-2': 'car' },
    ],
    ['video.createActionImitation', 'Mimic motion', {}, '', { image: 'ada', video: 'driver' }],
    ['video.videoObjectRemover', 'Remove object from video', {}, '', { video: 'walk', mask: 'walker' }],
    ['video.videoExtender', 'Extend video', { added: 3 }, '', { video: 'moving' }],
    ['video.upscaleVideo', 'Upscale video', { width: 'double' }, '', { video: 'low' }],
    [
      'aiShorts.create',
      'AI Shorts',
      { seconds: 10 },
      'A lighthouse stands by the sea. At night its light goes round. Ships come home.',
      {},
    ],
    [
      'videoEdit.createVideoEdit',
      'Video editor',
      {
        timeline: {
          cuts: [
            { clip: 1, from: 0, to: 1_600, way: 'cut' },
            { clip: 2, from: 200, to: 2_000, way: 'wipe' },
            { clip: 3, from: 0, to: 1_800, way: 'dissolve' },
          ],
          texts: [{ text: 'Three days away', from: 200, to: 1_300, place: 'middle', size: 'large', colour: '#ffffff' }],
        },
        bed: 'sea',
      },
      '',
      { 'clip-1': 'moving', 'clip-2': 'walk', 'clip-3': 'balloons' },
    ],
    ['anime.createAnimatedVideo', 'Animation', { seconds }, '', { 'subject-1': 'lake', 'subject-2': 'robot' }],
    ['videoTools.videoBackgroundRemover', 'Remove video background', { behind: 'none' }, '', { video: 'walk' }],
    ['videoTools.videoSubtitlesRemove', 'Remove subtitles', {}, '', { video: 'worded' }],
    ['audioVideo.createAudioVideo', 'Sound effects', {}, 'rain and thunder', { video: 'moving' }],
    ['lipSync.createLipSyncTask', 'Lip sync', { seconds }, '', { face: 'ada', audio: 'said' }],
  ];
};

/**
 * The calls as jobs of the engine.
 * @param inputs of `drawInputs` @param at as there; `longSide` of the results that a model bounds, pixels
 */
export function casesOf(inputs, { dir, programs, side, videoSize, seconds, longSide = videoSize.width }) {
  const chosen = [3, 5, 8, 10].find((one) => one >= seconds) ?? 10;
  return callsOf(chosen).map(([procedure, name, settings, prompt, given], index) => {
    const sources = Object.entries(given).map(([role, input]) => ({ role, ...inputs[input] }));
    const params = { procedure, ...firsts(procedure), ...settings };
    if (params.left === 'third') params.left = Math.round(inputs.balloons.width / 3);
    if (params.width === 'double') params.width = inputs.low.width * 2;
    const isVideo = FORMS[procedure].makes === 'video' || sources.some(({ type }) => type === 'video/mp4');
    const plan = planOf(params, sources, isVideo ? longSide : side);
    if (!plan.ok) throw new Error(`${procedure}: ${plan.error.identifier} ${JSON.stringify(plan.error.params)}`);
    const { width, height, seconds: length } = plan.value;
    // What a resolution names is more than a small sheet needs.
    const scale = isVideo && Object.hasOwn(params, 'resolution') ? Math.min(1, longSide / Math.max(width, height)) : 1;
    const even = (pixels) => (scale === 1 ? pixels : 2 * Math.round((pixels * scale) / 2));
    const job = {
      id: `case-${index}`,
      params,
      prompt,
      negativePrompt: '',
      seed: 5 + index,
      width: even(width),
      height: even(height),
      seconds: length,
      dir,
      programs,
      sources: sources.map(({ role, path, type }) => ({ role, path, type })),
    };
    return { procedure, name, job, isVideo: length > 0, sources, prompt };
  });
}
