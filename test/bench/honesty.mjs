// How often the local engine refuses, and how often a result is discarded: prompts of words that nobody chose for its
// vocabulary, and photographs of a folder. `npm run bench honesty -- FOLDER` names the folder; without one, the
// photographs of @vladmandic/face-api and 50 parts of them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { promptClaims } from '../../dist/engine/local/words-claimed.js';
import { readWords } from '../../dist/creation/prompts/words.js';
import { renderScene } from '../../dist/engine/local/render/draw.js';
import { inspectImage } from '../../dist/engine/local/inspect/inspect.js';
import { matte } from '../../dist/engine/local/photo/cut-out/matte.js';
import { isBlank, isUnchanged } from '../../dist/creation/tasks/run/defects.js';
import { row } from './support.mjs';

/**
 * Categories of COCO (Lin et al. 2014): what people photograph, and not what the engine's vocabulary was written from.
 */
const THINGS =
  'person,bicycle,car,motorcycle,airplane,bus,train,truck,boat,traffic light,fire hydrant,stop sign,parking meter,bench,bird,cat,dog,horse,sheep,cow,elephant,bear,zebra,giraffe,backpack,umbrella,handbag,tie,suitcase,frisbee,skis,snowboard,sports ball,kite,baseball bat,baseball glove,skateboard,surfboard,tennis racket,bottle,wine glass,cup,fork,knife,spoon,bowl,banana,apple,sandwich,orange,broccoli,carrot,hot dog,pizza,donut,cake,chair,couch,potted plant,bed,dining table,toilet,tv,laptop,mouse,remote,keyboard,cell phone,microwave,oven,toaster,sink,refrigerator,book,clock,vase,scissors,teddy bear,hair drier,toothbrush'.split(
    ',',
  );
const ACTIONS = ['', '', 'standing', 'lying', 'moving', 'broken', 'old', 'holding a spoon'];
const PLACES = [
  '',
  'in a park',
  'on a table',
  'in a kitchen',
  'on the street',
  'near the sea',
  'in the snow',
  'at night',
];
const PROMPTS = 200;
const SIDE = 256;

/** Linear congruential generator of Numerical Recipes: the same prompts in every run. */
let state = 20_260_101;
const next = (count) => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * count);
};
const pick = (list) => list[next(list.length)];
const article = (thing) => (/^[aeiou]/.test(thing) ? 'an' : 'a');
const prompts = new Set();
while (prompts.size < PROMPTS) {
  const thing = pick(THINGS);
  const second = next(3) === 0 ? pick(THINGS) : undefined;
  prompts.add(
    [article(thing), thing, second === undefined ? '' : `and ${article(second)} ${second}`, pick(ACTIONS), pick(PLACES)]
      .filter((part) => part !== '')
      .join(' '),
  );
}

/** How a list of prompts fares: refused, said to be drawn in part, passed without a remark, drawn blank. */
async function fares(name, list) {
  const counted = { refused: 0, partly: 0, whole: 0, blank: 0 };
  for (const prompt of list) {
    const input = { reads: 'scene', style: 'natural', shots: 1, roles: [], prompt, negativePrompt: '' };
    if (promptClaims({ ...input, seed: 1 })?.lacks !== undefined) {
      counted.refused += 1;
      continue;
    }
    if (readWords(input, 'en').partly === true) counted.partly += 1;
    else counted.whole += 1;
    if (isBlank((await renderScene({ prompt, seed: 1, width: SIDE, height: SIDE })).raster)) counted.blank += 1;
  }
  row(name, {
    prompts: list.length,
    refused: counted.refused,
    'said to be drawn in part': counted.partly,
    others: counted.whole,
    'discarded as blank': counted.blank,
  });
}
await fares('prompts of COCO categories', [...prompts]);
await fares(
  'held-out prompts',
  readFileSync(new URL('../fixtures/held-out-prompts.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n'),
);

const folder = process.argv.slice(2).find((word) => !word.startsWith('-') && !/^\d+$/.test(word));
const images = [];
if (folder === undefined) {
  const demo = fileURLToPath(new URL('../../node_modules/@vladmandic/face-api/demo/', import.meta.url));
  for (const name of readdirSync(demo).filter((file) => /^sample\d\.jpg$/.test(file)))
    images.push({ name, bytes: readFileSync(join(demo, name)) });
  for (let count = 0; count < 50; count += 1) {
    const { bytes, name } = images[next(6)];
    const { width, height } = await sharp(bytes).metadata();
    const side = Math.round(Math.min(width, height) * (0.3 + next(50) / 100));
    const part = { left: next(width - side), top: next(height - side), width: side, height: side };
    images.push({
      name: `${name} ${part.left} ${part.top} ${side}`,
      bytes: await sharp(bytes).extract(part).png().toBuffer(),
    });
  }
} else {
  for (const name of readdirSync(folder, { recursive: true })
    .filter((file) => /\.(jpe?g|png)$/i.test(file))
    .toSorted())
    images.push({ name, bytes: readFileSync(join(folder, name)) });
}

const rasterOf = async (bytes) => {
  const { data, info } = await sharp(bytes)
    .resize({ width: 768, height: 768, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .removeAlpha()
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength),
  };
};
const seen = Object.fromEntries(
  ['subject', 'faces', 'own-face', 'wearer', 'garment'].map((need) => [
    need,
    { images: 0, refused: 0, ms: 0, crops: 0, reasons: {} },
  ]),
);
let discarded = 0;
for (const { bytes } of images) {
  const raster = await rasterOf(bytes);
  for (const [need, counts] of Object.entries(seen)) {
    const started = performance.now();
    const { refusal, crop } = await inspectImage(raster, need, 'image');
    counts.ms += performance.now() - started;
    counts.images += 1;
    if (crop !== undefined) counts.crops += 1;
    if (refusal !== undefined) {
      const reason = refusal.params.reason ?? refusal.identifier;
      counts.refused += 1;
      counts.reasons[reason] = (counts.reasons[reason] ?? 0) + 1;
    } else if (need === 'subject') {
      const made = await matte(raster, () => undefined);
      if (isBlank(made) || isUnchanged(made, raster)) discarded += 1;
    }
  }
}
for (const [need, { images: count, refused, ms, crops, reasons }] of Object.entries(seen))
  row(`photographs as ${need}`, {
    images: count,
    refused,
    'with a crop offered': crops,
    'ms each': Math.round(ms / Math.max(1, count)),
    ...reasons,
  });
row('cut-outs of those not refused', { images: seen.subject.images - seen.subject.refused, discarded });
