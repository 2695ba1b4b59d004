// Generates docs/contact-sheet.md: input and output of each creation procedure, through the engine's child processes.
// `npm run build:server && node docs/gallery/contact.mjs`. Arguments, parts of procedure names, limit the run to those.
import { createCanvas } from '@napi-rs/canvas';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { findFfmpeg, probe, runProgram } from '../../dist/engine/ffmpeg.js';
import { openEnginePool } from '../../dist/creation/procedures/engine-pool.js';
import { WITH_ALPHA } from '../../dist/engine/local/video/io/encode.js';
import { framesOf } from '../../dist/engine/local/video/io/source.js';
import { casesOf, drawInputs, FPS, pixelsOf } from './cases.mjs';

const docs = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = join(docs, 'contact-sheet');
const wanted = process.argv.slice(2);
const HIGH = 190;
const GAP = 6;
/** Width of the arrow between input and output, pixels. */
const ARROW = 34;
const GROUND = '#16151a';
const FRAMES = { given: 3, made: 5 };

/** Checkerboard behind transparent areas. */
function squares(width, height) {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  for (let y = 0; y < height; y += 12) {
    for (let x = 0; x < width; x += 12) {
      context.fillStyle = (x + y) % 24 === 0 ? '#ffffff' : '#cfd2d8';
      context.fillRect(x, y, 12, 12);
    }
  }
  return canvas.toBuffer('image/png');
}

async function tile(image) {
  const bytes = await image.resize({ height: HIGH }).png().toBuffer();
  const { width } = await sharp(bytes).metadata();
  return {
    width,
    bytes: await sharp(squares(width, HIGH))
      .composite([{ input: bytes }])
      .png()
      .toBuffer(),
  };
}

/** Frames of a transparent video, with alpha. */
async function* clearFrames(programs, path, width, height) {
  const whole = await runProgram(
    programs.ffmpeg,
    ['-nostdin', '-v', 'error', ...WITH_ALPHA, '-i', path, '-f', 'rawvideo', '-pix_fmt', 'rgba', 'pipe:1'],
    { timeoutMs: 120_000, stdoutLimit: 1_000_000_000 },
  );
  const size = width * height * 4;
  for (let at = 0; at + size <= whole.byteLength; at += size)
    yield { width, height, data: whole.subarray(at, at + size) };
}

/** Evenly spaced frames of a video, including the last. */
async function strip(programs, path, count) {
  const { video, seconds = 0 } = await probe(programs, path, { timeoutMs: 60_000 });
  const [width, height, all] = [
    video.width,
    video.height,
    Math.max(count, Math.round((video.seconds ?? seconds) * FPS)),
  ];
  const taken = Array.from({ length: count }, (_, index) => Math.round((index * (all - 1)) / (count - 1)));
  const tiles = [];
  let index = 0;
  for await (const frame of path.endsWith('.webm')
    ? clearFrames(programs, path, width, height)
    : framesOf(programs, path, { width, height, fps: FPS })) {
    if (taken.includes(index)) tiles.push(await tile(pixelsOf(frame)));
    index += 1;
  }
  return tiles;
}

async function written(name, given, made) {
  const wide = (tiles) => tiles.reduce((sum, { width }) => sum + width + GAP, 0);
  const width = GAP + wide(given) + ARROW + wide(made);
  const placed = [];
  let left = GAP;
  for (const [part, tiles] of [
    ['given', given],
    ['made', made],
  ]) {
    for (const one of tiles) {
      placed.push({ input: one.bytes, left, top: GAP });
      left += one.width + GAP;
    }
    if (part === 'given') {
      const arrow = `<svg xmlns="http://www.w3.org/2000/svg" width="${ARROW}" height="${HIGH}"><path d="M7 ${HIGH / 2}h17m-7-7 7 7-7 7" fill="none" stroke="#f4f1ec" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
      placed.push({ input: Buffer.from(arrow), left, top: GAP });
      left += ARROW;
    }
  }
  await sharp({ create: { width, height: HIGH + 2 * GAP, channels: 3, background: GROUND } })
    .composite(placed)
    .webp({ quality: 80, effort: 5 })
    .toFile(join(folder, `${name}.webp`));
}

const settingsOf = (params) =>
  Object.entries(params)
    .filter(([name]) => name !== 'procedure')
    .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(', ');

const programs = await findFfmpeg();
const at = {
  dir: await mkdtemp(join(tmpdir(), 'kinora-contact-')),
  programs,
  side: 640,
  videoSize: { width: 480, height: 272 },
  seconds: 3,
};
await mkdir(folder, { recursive: true });
const inputs = await drawInputs(at);
const pool = openEnginePool({ size: 1, limitMilliseconds: 1_800_000 });
const lines = [
  '# Contact sheet',
  '',
  'Input (left of the arrow) and output (right) of each creation procedure on the local engine. Videos are shown as frames',
  'from first to last. The product drew all inputs, people included; there are no photographs. Images are made at 640',
  'pixels, videos at 480 pixels and three seconds long. `npm run build:server && node docs/gallery/contact.mjs`',
  'regenerates this page.',
  '',
];
try {
  for (const { procedure, name, job, sources, prompt } of casesOf(inputs, at)) {
    const file = procedure.replaceAll('.', '-').toLowerCase();
    lines.push(
      `## ${name}`,
      '',
      `\`${procedure}\`${prompt === '' ? '' : `: “${prompt}”`}. ${settingsOf(job.params)}`,
      '',
      `![${name}](contact-sheet/${file}.webp)`,
      '',
    );
    if (wanted.length > 0 && !wanted.some((part) => procedure.toLowerCase().includes(part.toLowerCase()))) continue;
    try {
      const { media } = await pool.run(job, () => undefined, new AbortController().signal);
      const given = [];
      for (const { path, type } of sources.filter((source) => !source.type.startsWith('audio/')))
        given.push(...(type === 'video/mp4' ? await strip(programs, path, FRAMES.given) : [await tile(sharp(path))]));
      await written(
        file,
        given,
        media.type === 'image/png' ? [await tile(sharp(media.bytes))] : await strip(programs, media.path, FRAMES.made),
      );
      console.log(procedure);
    } catch (error) {
      console.error(`${procedure}: ${error instanceof Error ? error.message : String(error)}`);
      process.exitCode = 1;
    }
  }
} finally {
  await pool.close();
  await rm(at.dir, { recursive: true, force: true });
}
await writeFile(join(docs, 'contact-sheet.md'), lines.join('\n'));
