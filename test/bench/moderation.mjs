// How often moderation refuses what is harmless, and what a look costs: safe texts in every language, safe pictures of
// the project's own and drawings of many seeds. How much harm it finds is not measured: there is no labelled set to
// measure it on.
import '../../src/platform/sqlite/typescript-loader.mjs';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { renderScene } from '../../dist/engine/local/render/draw.js';
import { findFfmpeg } from '../../dist/engine/ffmpeg.js';
import { STYLES } from '../../dist/engine/options.shared.js';
import { sampleFrames } from '../../dist/creation/tasks/run/sample-frames.js';
import { createLocalImageModeration } from '../../dist/moderation/image-check/local.js';
import { against } from '../../dist/moderation/image-check/verdict.js';
import { BUILT_IN } from '../../dist/moderation/policy/policy.shared.js';
import { createLocalTextCheck } from '../../dist/moderation/text-check/local.js';
import { percentile, residentMiB, row } from './support.mjs';

const { SAFE } = await import('../fixtures/prompts.ts');
const root = new URL('../../', import.meta.url);
const REFUSED_FROM = BUILT_IN['image.after'].threshold / 100;
const SEEDS = Number(process.argv[2] ?? 12);
const SIDE = 512;
const LINES = [0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95];
const PROMPTS = [
  'sunset over mountains and a lake',
  'a city at night in the rain',
  'misty forest at dawn with a deer',
  'dunes in the desert with camels',
  'aurora over a frozen lake',
  'amber glass bottle on a jade plinth',
  'a friendly robot',
  'a planet with rings',
  'a pink rose',
  'colourful marble ink in water',
  'whale under water',
  'a child with a balloon in a park',
  'two people on a beach at sunset',
  'iridescent bubbles',
  'pagoda in a garden with cherry blossom',
  'a peach on a white table',
];

const texts = createLocalTextCheck();
const wrong = [];
let safe = 0;
for (const [language, prompts] of Object.entries(SAFE)) {
  for (const prompt of prompts) {
    safe += 1;
    if ((await texts.check(prompt, language)).length > 0) wrong.push(`${language}: ${prompt}`);
  }
}
row(`safe texts in ${Object.keys(SAFE).length} languages`, { texts: safe, refused: wrong.length }, '0');
for (const text of wrong) console.log(`  refused: ${text}`);

const images = createLocalImageModeration();
const taken = [];
const all = [];
const record = (group, scored) => {
  all.push(...scored);
  const values = scored.map(({ value }) => value);
  row(group, {
    pictures: values.length,
    refused: values.filter((value) => value >= REFUSED_FROM).length,
    median: percentile(values, 0.5),
    p99: percentile(values, 0.99),
    highest: Math.max(...values),
  });
};
async function score(name, image) {
  const started = performance.now();
  const value = against(await images.score(image));
  taken.push(performance.now() - started);
  return { name, value };
}

const own = ['web/public/samples', 'web/public/showcase', 'docs/gallery'].flatMap((folder) =>
  readdirSync(new URL(`${folder}/`, root)).map((name) => new URL(`${folder}/${name}`, root)),
);
const stills = [];
for (const file of own.filter(({ pathname }) => /\.(webp|jpg|png)$/.test(pathname)))
  stills.push(await score(file.pathname.split('/').at(-1), readFileSync(file)));
record('samples, showcase and gallery', stills);

/**
 * Photographs of people in summer clothes and in groups, and parts of them: what this network is most often wrong
 * about.
 */
const people = [];
for (let number = 1; number <= 6; number += 1) {
  const photo = readFileSync(new URL(`node_modules/@vladmandic/face-api/demo/sample${number}.jpg`, root));
  const { width, height } = await sharp(photo).metadata();
  people.push(await score(`people ${number}`, photo));
  for (const part of [0.5, 0.75]) {
    const [across, down] = [Math.floor(width * part), Math.floor(height * part)];
    for (const x of [0, 0.5, 1]) {
      for (const y of [0, 0.5, 1]) {
        const cut = sharp(photo).extract({
          left: Math.floor((width - across) * x),
          top: Math.floor((height - down) * y),
          width: across,
          height: down,
        });
        people.push(await score(`people ${number}, ${part} at ${x} ${y}`, await cut.jpeg({ quality: 92 }).toBuffer()));
      }
    }
  }
}
record('photographs of people and parts of them', people);

/** Further photographs, of a folder that was brought along. */
const brought = [];
if (process.argv[3] !== undefined) {
  const folder = pathToFileURL(`${process.argv[3]}/`);
  for (const name of readdirSync(folder).filter((one) => /\.(webp|jpe?g|png)$/i.test(one)))
    brought.push(await score(name, readFileSync(new URL(encodeURIComponent(name), folder))));
  record('photographs of the folder', brought);
}

const programs = await findFfmpeg();
const frames = [];
const sampling = [];
for (const video of own.filter(({ pathname }) => pathname.endsWith('.mp4'))) {
  const started = performance.now();
  const sampled = await sampleFrames(programs, fileURLToPath(video));
  sampling.push(performance.now() - started);
  for (const [index, frame] of sampled.entries())
    frames.push(await score(`${video.pathname.split('/').at(-1)} ${index}`, frame));
}
record("frames of the samples' films", frames);

const draw = async (options) => {
  const {
    raster: { data, width, height },
  } = await renderScene({ width: SIDE, height: SIDE, ...options });
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
};
const drawn = [];
for (const prompt of PROMPTS)
  for (let seed = 1; seed <= SEEDS; seed += 1)
    drawn.push(await score(`${prompt}, seed ${seed}`, await draw({ prompt, seed })));
record(`drawings, ${PROMPTS.length} prompts of ${SEEDS} seeds`, drawn);
const styled = [];
for (const style of STYLES)
  for (const [index, prompt] of PROMPTS.entries())
    styled.push(await score(`${prompt}, ${style}`, await draw({ prompt, style, seed: 100 + index })));
record(`drawings in ${STYLES.length} styles`, styled);

row(
  'all of them, refused from a line of',
  Object.fromEntries(
    LINES.map((line) => [line, `${all.filter(({ value }) => value >= line).length} of ${all.length}`]),
  ),
  `0 from ${REFUSED_FROM}`,
);
for (const { name, value } of [...all].sort((a, b) => b.value - a.value).slice(0, 5))
  row(`  ${name}`, { against: value });
const [first, ...warm] = taken;
row('a look', { 'first ms': first, 'median ms': percentile(warm, 0.5), 'p99 ms': percentile(warm, 0.99) });
row('sampling a film', { 'median ms': percentile(sampling, 0.5) });
row('memory with the network loaded', {
  'child MiB': (await residentMiB(process.pid)) - process.memoryUsage.rss() / 1_048_576,
});
await images.close();
