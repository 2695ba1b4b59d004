import { beforeAll, describe, expect, it } from '@jest/globals';
import { defined } from '../../../src/kernel/defined.shared.js';
import { composeTemplate, type TemplateId } from '../../../src/engine/local/design/templates/compose.js';
import { TEMPLATE_COLOURS } from '../../../src/engine/local/design/templates/palettes.js';
import type { Fields, Placed } from '../../../src/engine/local/design/templates/sheet.js';
import type { Raster } from '../../../src/engine/local/scene/scene.js';
import { lettering } from '../../../src/engine/local/type/faces.js';
import { drawBlock, type Block, type Box } from '../../../src/engine/local/type/setting.js';
import { PALETTES, imageSize, TEMPLATE_NAMES, TEMPLATES } from '../../../src/creation/procedures/params.shared.js';
import { POSTER_WORDS } from './poster-words.js';

const NO_WORDS: Fields = { headline: '', sub: '', line: '' };
const WORDS: Fields = {
  headline: 'Night of the open studios',
  sub: 'Saturday, 14 June',
  line: 'Old Harbour Works, Dock 4',
};
const FIELDS = ['headline', 'sub', 'line'] as const;
const sizeOf = (template: TemplateId, longSide = 384) => imageSize(TEMPLATES[template], longSide);
const made = (
  template: TemplateId,
  fields: Fields,
  more: { readonly image?: Raster; readonly longSide?: number } = {},
) =>
  composeTemplate({
    template,
    palette: 'night',
    fields,
    ...sizeOf(template, more.longSide),
    ...defined({ image: more.image }),
  });

let canvas: Awaited<ReturnType<typeof lettering>>;
let photo: Raster;
beforeAll(async () => {
  canvas = await lettering();
  const data = new Uint8ClampedArray(240 * 180 * 4);
  for (let at = 0; at < 240 * 180; at += 1) data.set([at % 240, 90, Math.floor(at / 240), 255], at * 4);
  photo = { width: 240, height: 180, data };
});

/** How much of each pixel a text covers, 0 to 255, drawn by itself with `room` pixels around the sheet. */
function inkOf(block: Block, { width, height }: Pick<Raster, 'width' | 'height'>, room = 0): Raster {
  const context = canvas.createCanvas(width + 2 * room, height + 2 * room).getContext('2d');
  context.translate(room, room);
  drawBlock(context, block, '#fff');
  return {
    width: width + 2 * room,
    height: height + 2 * room,
    data: context.getImageData(0, 0, width + 2 * room, height + 2 * room).data,
  };
}

const rgbOf = (colour: string): readonly number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** Of the pixels that a text covers whole where its reference has it, the share that has its colour in a picture. */
function found({ raster }: { readonly raster: Raster }, text: Placed): number {
  const { data } = inkOf(text, raster);
  const colour = rgbOf(text.colour);
  let [covered, same] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3]! < 255) continue;
    covered += 1;
    if (colour.every((value, k) => Math.abs(value - raster.data[at + k]!) <= 8)) same += 1;
  }
  return covered === 0 ? 0 : same / covered;
}

/** Bounds of the pixels that hold any ink to speak of. */
function boundsOf({ width, height, data }: Raster): Box {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if (data[(y * width + x) * 4 + 3]! < 32) continue;
      [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
    }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** A pixel that is half covered reaches over an edge that runs through it. */
const HAIR = 1.5;
const isWithin = (inner: Box, outer: Box): boolean =>
  inner.x >= outer.x - HAIR &&
  inner.y >= outer.y - HAIR &&
  inner.x + inner.width <= outer.x + outer.width + HAIR &&
  inner.y + inner.height <= outer.y + outer.height + HAIR;
const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

describe('templates', () => {
  it.each(TEMPLATE_NAMES)(
    '%s: every text is where its reference has it, with a picture and without; control: without fields nothing is found there',
    async (template) => {
      for (const more of [{}, { image: photo }]) {
        const filled = await made(template, WORDS, more);
        const bare = await made(template, NO_WORDS, more);
        expect(filled.placed.map(({ field }) => field).sort()).toEqual([...FIELDS].sort());
        expect(bare.placed).toEqual([]);
        for (const text of filled.placed) {
          expect(found(filled, text)).toBeGreaterThan(0.98);
          expect(found(bare, text)).toBeLessThan(0.35);
        }
      }
    },
  );

  it('control: a text of other words is not found where the first stood', async () => {
    const filled = await made('quote', WORDS);
    const other = await made('quote', { ...WORDS, headline: 'Something else was said here' });
    const headline = filled.placed.find(({ field }) => field === 'headline');
    expect(headline && found(other, headline)).toBeLessThan(0.5);
  });

  it.each(Object.entries(POSTER_WORDS))(
    'no overflow in %s: ink stays in its box, texts stay apart',
    async (language, fields) => {
      for (const template of TEMPLATE_NAMES) {
        const size = sizeOf(template);
        const { placed } = await made(template, fields);
        expect(placed.map(({ field }) => field).sort()).toEqual([...FIELDS].sort());
        const inks = placed.map((text) => {
          const ink = boundsOf(inkOf(text, size, 60));
          return { x: ink.x - 60, y: ink.y - 60, width: ink.width, height: ink.height };
        });
        for (const [index, text] of placed.entries())
          expect({
            language,
            template,
            field: text.field,
            inside: isWithin(inks[index]!, text.box) && isWithin(inks[index]!, { x: 0, y: 0, ...size }),
          }).toMatchObject({ inside: true });
        for (const [index, ink] of inks.entries())
          for (const [beside, other] of inks.slice(index + 1).entries())
            expect({ template, fields: [index, index + 1 + beside], overlaps: overlap(ink, other) }).toMatchObject({
              overlaps: false,
            });
      }
    },
  );

  it('control: the same words at the size of short ones run over their box', async () => {
    const [short, long] = [
      await made('event', { ...WORDS, headline: 'Night' }),
      await made('event', { ...WORDS, ...POSTER_WORDS['de'] }),
    ];
    const [set, small] = [short, long].map(({ placed }) => placed.find(({ field }) => field === 'headline'));
    const size = sizeOf('event');
    const unset = { ...set!, lines: small!.lines.map((line) => ({ ...line })) };
    expect(isWithin(boundsOf(inkOf(unset, size, 400)), { ...set!.box, x: set!.box.x + 400, y: set!.box.y + 400 })).toBe(
      false,
    );
  });

  it('a text that runs from the right begins at the right, and the design with it', async () => {
    const { placed } = await made('launch', POSTER_WORDS['ar']!);
    const { width } = sizeOf('launch');
    for (const { ink, direction } of placed) {
      expect(direction).toBe('rtl');
      expect(ink.x).toBeGreaterThan(width / 2);
    }
  });

  it.each(PALETTES)('the words of %s are read on their grounds', (palette) => {
    const { ground, words, soft, accent, onAccent, second, deep, onDeep } = TEMPLATE_COLOURS[palette];
    const luminance = (colour: string): number =>
      rgbOf(colour)
        .map((value) => value / 255)
        .map((value) => (value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
        .reduce((sum, value, k) => sum + value * [0.2126, 0.7152, 0.0722][k]!, 0);
    for (const [ink, paper] of [
      [words, ground],
      [soft, ground],
      [onAccent, accent],
      [onDeep, deep],
      [deep, second],
    ] as const) {
      const [high = 0, low = 0] = [luminance(ink), luminance(paper)].sort((one, other) => other - one);
      expect({ ink, paper, contrast: (high + 0.05) / (low + 0.05) >= 4.5 }).toMatchObject({ contrast: true });
    }
  });

  it('the picture is seen in it, the same options give the same bytes, and what cannot be set is refused', async () => {
    const options = { image: photo };
    const [once, again, bare] = [
      await made('launch', WORDS, options),
      await made('launch', WORDS, options),
      await made('launch', WORDS),
    ];
    expect(Buffer.from(once.raster.data).equals(Buffer.from(again.raster.data))).toBe(true);
    const { width, height } = once.raster;
    const at = (Math.round(height * 0.5) * width + Math.round(width * 0.73)) * 4;
    expect(Math.abs(once.raster.data[at + 1]! - 90)).toBeLessThan(4);
    expect(Math.abs(bare.raster.data[at + 1]! - 90)).toBeGreaterThan(4);
    await expect(made('sale', { ...WORDS, sub: 'a \u{10FFFD}' })).rejects.toMatchObject({
      identifier: 'INPUT_INVALID_FOR_SERVICE',
      params: { input: 'sub', reason: 'letter-unknown' },
    });
    await expect(
      made('launch', { ...WORDS, line: 'More words than anybody reads. '.repeat(40) }),
    ).rejects.toMatchObject({
      identifier: 'INPUT_INVALID_FOR_SERVICE',
      params: { input: 'line', reason: 'words-too-long' },
    });
  });
});
