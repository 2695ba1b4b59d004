// Generates docs/gallery.md (fifty images of the renderer and one of each style) and the showcase of the home page.
// `npm run build:server && npm run gallery`. The same seeds give the same images.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { renderScene } from '../../dist/engine/local/render/draw.js';
import { STYLES } from '../../dist/engine/local/scene/scene.js';
import { drawEffects } from './effects.mjs';
import { drawSamples, sampleWords } from './samples.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const showcaseFolder = join(here, '../../web/public/showcase');

const PROMPTS = [
  ['sunset over mountains and a lake', 7],
  ['aurora over a frozen lake', 3],
  ['misty forest at dawn with a deer', 11],
  ['dunes in the desert with camels at sunset', 5],
  ['a city at night in the rain', 9],
  ['a lighthouse on a cliff in a storm', 4],
  ['sailboat on a calm sea at dawn', 8],
  ['a castle on a hill in autumn', 2],
  ['a village in the snow at night', 6],
  ['palm beach at noon', 1],
  ['a volcano at dusk', 12],
  ['jungle with a waterfall', 13],
  ['whale under water', 14],
  ['jellyfish in the deep sea', 15],
  ['coral reef with fish and a turtle', 16],
  ['hot air balloons over a canyon in the morning', 17],
  ['a train crossing a bridge in autumn', 18],
  ['windmill in a field of tulips', 19],
  ['pagoda in a garden with cherry blossom in spring', 20],
  ['elephants in the savanna at sunset', 21],
  ['a wolf under the full moon', 22],
  ['horses on a meadow in the morning', 23],
  ['a fox in an autumn forest', 24],
  ['owl on a branch at night', 25],
  ['a dragon over the mountains', 26],
  ['two people on a beach at sunset', 27],
  ['a dancer on a stage', 28],
  ['knight in front of a castle', 29],
  ['pyramids at night under the stars', 30],
  ['galaxy with a comet', 31],
  ['amber glass bottle on a jade plinth', 32],
  ['a friendly robot', 33],
  ['a planet with rings', 34],
  ['a pink rose', 35],
  ['a lifebuoy in a pool', 36],
  ['iridescent bubbles', 37],
  ['a cup of coffee', 38],
  ['a cake with cherries', 39],
  ['a donut', 40],
  ['an astronaut on the moon', 41],
  ['a red car', 42],
  ['crystal on a stone', 43],
  ['a pumpkin and a candle', 44],
  ['golden crown', 45],
  ['a blue vase with flowers', 46],
  ['colourful marble ink in water', 47],
  ['geometric shapes', 48],
  ['mandala in gold', 49],
  ['fractal in teal and orange', 50],
  ['smoke in purple light', 51],
];

const SHOWCASE = [
  ['sunset over mountains and a lake', 7, '1:1', 'natural'],
  ['amber glass bottle on a jade plinth', 32, '4:5', 'natural'],
  ['aurora over a frozen lake', 3, '3:2', 'natural'],
  ['a friendly robot', 33, '4:5', 'natural'],
  ['a city at night in the rain', 9, '9:16', 'natural'],
  ['a pink rose', 35, '4:5', 'natural'],
  ['dunes in the desert with camels at sunset', 5, '3:2', 'natural'],
  ['a planet with rings', 34, '16:9', 'natural'],
  ['misty forest at dawn with a deer', 11, '4:5', 'natural'],
  ['colourful marble ink in water', 47, '1:1', 'natural'],
  ['hot air balloons over a canyon in the morning', 17, '3:2', 'papercut'],
  ['a lighthouse on a cliff in a storm', 4, '4:5', 'oil'],
  ['pagoda in a garden with cherry blossom in spring', 20, '1:1', 'watercolour'],
  ['a city at night in the rain', 10, '16:9', 'neon'],
  ['iridescent bubbles', 37, '1:1', 'natural'],
  ['whale under water', 14, '3:2', 'risograph'],
];
const SIZES = { '1:1': [1024, 1024], '4:5': [816, 1024], '3:2': [1024, 688], '16:9': [1024, 576], '9:16': [576, 1024] };

const encode = (raster) =>
  sharp(Buffer.from(raster.data.buffer, raster.data.byteOffset, raster.data.byteLength), {
    raw: { width: raster.width, height: raster.height, channels: 4 },
  });

async function sheet(name, images, columns, side) {
  const rows = Math.ceil(images.length / columns);
  const gap = 12;
  const tiles = await Promise.all(
    images.map(async ({ raster }, index) => ({
      input: await encode(raster).resize(side, side, { kernel: 'lanczos3' }).removeAlpha().png().toBuffer(),
      left: gap + (index % columns) * (side + gap),
      top: gap + Math.floor(index / columns) * (side + gap),
    })),
  );
  await sharp({
    create: {
      width: gap + columns * (side + gap),
      height: gap + rows * (side + gap),
      channels: 3,
      background: '#0a090b',
    },
  })
    .composite(tiles)
    .webp({ quality: 82 })
    .toFile(join(here, `${name}.webp`));
}

const draw = async (prompt, seed, style = 'natural', width = 1024, height = 1024) => ({
  prompt,
  seed,
  style,
  raster: (await renderScene({ prompt, seed, style, width, height })).raster,
});

const parts = [
  '# Gallery',
  '',
  'Images by the local engine at 1024 × 1024. `npm run build:server && npm run gallery` regenerates them.',
  '',
];
for (let part = 0; part < 5; part += 1) {
  const images = [];
  for (const [prompt, seed] of PROMPTS.slice(part * 10, part * 10 + 10)) {
    images.push(await draw(prompt, seed));
    console.log(`${prompt} (${seed})`);
  }
  await sheet(`pictures-${part + 1}`, images, 5, 320);
  parts.push(
    `![Ten images](gallery/pictures-${part + 1}.webp)`,
    '',
    images.map(({ prompt, seed }) => `“${prompt}” · ${seed}`).join('  \n'),
    '',
  );
}
const styles = [];
for (const style of STYLES) styles.push(await draw(PROMPTS[0][0], 7, style));
await sheet('styles-landscape', styles, 5, 320);
const objects = [];
for (const style of STYLES) objects.push(await draw('amber glass bottle on a jade plinth', 32, style));
await sheet('styles-object', objects, 5, 320);
parts.push(
  '## Styles',
  '',
  STYLES.join(' · '),
  '',
  '![A landscape in each style](gallery/styles-landscape.webp)',
  '',
  '![An object in each style](gallery/styles-object.webp)',
  '',
);
parts.push(...sampleWords());
await writeFile(join(here, '../gallery.md'), parts.join('\n'));

await mkdir(showcaseFolder, { recursive: true });
const showcase = [];
for (const [index, [prompt, seed, aspect, style]] of SHOWCASE.entries()) {
  const [width, height] = SIZES[aspect];
  const { raster } = await draw(prompt, seed, style, width, height);
  const file = `${String(index + 1).padStart(2, '0')}-${prompt
    .replaceAll(/[^a-z]+/g, '-')
    .slice(0, 32)
    .replace(/-$/, '')}.webp`;
  await encode(raster)
    .removeAlpha()
    .resize(Math.round(width * 0.75))
    .webp({ quality: 80 })
    .toFile(join(showcaseFolder, file));
  const blur = await encode(raster).removeAlpha().resize(12, 12, { fit: 'fill' }).webp({ quality: 40 }).toBuffer();
  showcase.push({
    src: `/showcase/${file}`,
    prompt,
    seed,
    aspect,
    style,
    width: Math.round(width * 0.75),
    height: Math.round(height * 0.75),
    blur: `data:image/webp;base64,${blur.toString('base64')}`,
  });
}
await writeFile(join(showcaseFolder, 'showcase.json'), `${JSON.stringify(showcase, null, 1)}\n`);
for (const style of STYLES) {
  const { raster } = await draw(PROMPTS[0][0], 7, style, 512, 512);
  await encode(raster)
    .removeAlpha()
    .resize(96)
    .webp({ quality: 80 })
    .toFile(join(showcaseFolder, `style-${style}.webp`));
}
await drawSamples();
await import('./case-demos.mjs');
await drawEffects();
