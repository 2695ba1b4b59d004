import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  composePromo,
  lettered,
  seenOf,
  stageFor,
  type PromoOptions,
} from '../../../src/engine/local/design/promo/promo.js';
import { contrast } from '../../../src/engine/local/design/promo/legible.js';
import { hex, luminance, toLab } from '../../../src/engine/local/scene/colour.js';
import type { Raster } from '../../../src/engine/local/scene/scene.js';
import type { Placed } from '../../../src/engine/local/design/templates/sheet.js';
import { matte } from '../../../src/engine/local/photo/cut-out/matte.js';
import { cropTo } from '../../../src/engine/local/photo/crop.js';
import { resample } from '../../../src/engine/local/photo/resample.js';
import { lettering } from '../../../src/engine/local/type/faces.js';
import { drawBlock, type Box } from '../../../src/engine/local/type/setting.js';
import { ARRANGEMENTS } from '../../../src/creation/procedures/params.shared.js';
import { composedImages, scene } from './subjects.js';

const quiet = (): void => undefined;
/** OKLab: how far the product's colours may move with the light of what is behind it. */
const KEPT = 0.045;
/** How much darker the ground is where the product stands (OKLab lightness), at least. */
const SHADED = 0.04;
/** The share of the words' inked pixels that have the ink's colour. */
const DRAWN = 0.85;

/**
 * Pages of all shapes, wide and upright, in a studio and before a scene, with a plinth and without, in both directions.
 */
const PAGES: readonly (Pick<
  PromoOptions,
  'arrangement' | 'palette' | 'plinth' | 'headline' | 'sub' | 'width' | 'height'
> & { readonly before?: string })[] = [
  {
    arrangement: 'centre',
    palette: 'coral',
    plinth: true,
    headline: 'Made by hand',
    sub: 'One by one',
    width: 408,
    height: 512,
  },
  {
    arrangement: 'beside',
    palette: 'night',
    plinth: true,
    headline: 'A vase for every window',
    sub: '',
    width: 512,
    height: 288,
  },
  {
    arrangement: 'panel',
    palette: 'forest',
    plinth: true,
    headline: 'خصم الصيف',
    sub: 'حتى يوم الأحد',
    width: 400,
    height: 400,
  },
  {
    arrangement: 'centre',
    palette: 'violet',
    plinth: false,
    headline: '新品上市',
    sub: '夏天',
    width: 400,
    height: 400,
    before: 'a sunset over the sea',
  },
  {
    arrangement: 'beside',
    palette: 'sand',
    plinth: true,
    headline: 'Blau wie der Abend',
    sub: 'Nur im Juni',
    width: 288,
    height: 512,
    before: 'a forest in the morning',
  },
  {
    arrangement: 'panel',
    palette: 'ocean',
    plinth: true,
    headline: 'Sale',
    sub: '−40 %',
    width: 288,
    height: 512,
    before: 'mountains in the morning',
  },
];

const at = ({ width, data }: Raster, x: number, y: number) => {
  const i = (y * width + x) * 4;
  return toLab([data[i]!, data[i + 1]!, data[i + 2]!]);
};

/** Mean distance (OKLab) between what is in a box and the product as it was given, far inside it. */
function strangeness(made: Raster, product: Raster, box: Box): number {
  let [sum, count] = [0, 0];
  for (let y = 4; y < box.height - 4; y += 1)
    for (let x = 4; x < box.width - 4; x += 1) {
      const inside = [
        [0, 0],
        [4, 0],
        [-4, 0],
        [0, 4],
        [0, -4],
      ].every(([dx, dy]) => product.data[((y + dy!) * product.width + x + dx!) * 4 + 3]! > 250);
      if (!inside) continue;
      const [is, was] = [at(made, box.x + x, box.y + y), at(product, x, y)];
      sum += Math.hypot(is.l - was.l, is.a - was.a, is.b - was.b);
      count += 1;
    }
  return sum / Math.max(1, count);
}

/** How much darker a strip just below the product is than it was without. */
function shade(made: Raster, bare: Raster, { x, y, width, height }: Box): number {
  let [sum, count] = [0, 0];
  const strip = Math.max(2, Math.round(made.width * 0.006));
  for (let row = y + height; row < Math.min(made.height, y + height + strip); row += 1)
    for (let column = Math.round(x + width * 0.4); column < x + width * 0.6; column += 1) {
      sum += at(bare, column, row).l - at(made, column, row).l;
      count += 1;
    }
  return sum / count;
}

/** The share of a text's own pixels that have its ink's colour. */
async function inked(made: Raster, text: Placed): Promise<number> {
  const { createCanvas } = await lettering();
  const context = createCanvas(made.width, made.height).getContext('2d');
  drawBlock(context, text, '#ffffff');
  const { data } = context.getImageData(0, 0, made.width, made.height);
  const ink = hex(text.colour);
  let [hits, count] = [0, 0];
  for (let i = 0; i < data.length; i += 4) {
    if (data[i + 3]! < 253) continue;
    count += 1;
    if ([0, 1, 2].every((k) => Math.abs(made.data[i + k]! - ink[k]!) < 12)) hits += 1;
  }
  return count === 0 ? 0 : hits / count;
}

interface Case {
  readonly page: string;
  readonly made: Raster;
  readonly bare: Raster;
  readonly withoutText: Raster;
  readonly product: Raster;
  readonly box: Box;
  readonly placed: readonly Placed[];
}

/** Why a picture is no promotional picture of the product; nothing where it is one. */
async function wrongWith(made: Raster, { bare, product, box, placed }: Case): Promise<readonly string[]> {
  const drawn = await Promise.all(placed.map((text) => inked(made, text)));
  return [
    ...(strangeness(made, product, box) < KEPT ? [] : ['product']),
    ...(shade(made, bare, box) > SHADED ? [] : ['shadow']),
    ...(placed.some(({ field }) => field === 'headline') && drawn.every((share) => share > DRAWN) ? [] : ['words']),
  ];
}

const cases: Case[] = [];
let cutOut: Raster;
beforeAll(async () => {
  const [vase] = await composedImages(200);
  cutOut = await matte(vase!.image, quiet);
  for (const { before, ...page } of PAGES) {
    const options: PromoOptions = { ...page, ...(before === undefined ? {} : { scene: await scene(before, 200) }) };
    const {
      raster,
      placement: { box },
      placed,
    } = await composePromo(cutOut, options, quiet);
    const seen = cropTo(cutOut, seenOf(cutOut));
    const stage = await stageFor(seen, options);
    const { raster: bare } = await lettered(stage.image, stage, options);
    const withoutText = stage.image;
    cases.push({
      page: `${page.arrangement} ${page.width}×${page.height}`,
      made: raster,
      bare,
      withoutText,
      product: await resample(seen, box.width, box.height),
      box,
      placed,
    });
  }
}, 120_000);

describe('a product on its stage', () => {
  it('keeps the product, shades the ground below it and draws the words', async () => {
    for (const one of cases) expect([one.page, await wrongWith(one.made, one)]).toEqual([one.page, []]);
  });

  it('control: without the product, and without the words', async () => {
    for (const one of cases) {
      expect(await wrongWith(one.bare, one)).toEqual(expect.arrayContaining(['product', 'shadow']));
      expect(await wrongWith(one.withoutText, one)).toContain('words');
    }
  });

  it('keeps the product whole on the page, and away from the words', () => {
    for (const { made, box, placed, page } of cases) {
      expect([
        page,
        box.x >= 0 && box.y >= 0 && box.x + box.width <= made.width && box.y + box.height < made.height,
      ]).toEqual([page, true]);
      for (const { ink } of placed) {
        const apart =
          ink.x + ink.width <= box.x ||
          box.x + box.width <= ink.x ||
          ink.y + ink.height <= box.y ||
          box.y + box.height <= ink.y;
        expect([page, apart]).toEqual([page, true]);
      }
    }
  });

  it('sets words that are read on what is under them', () => {
    for (const { made, placed, page } of cases) {
      for (const {
        ink: { x, y, width, height },
        colour,
      } of placed) {
        // What surrounds the ink: its lightest or its darkest counts, whichever is nearer to the ink.
        const ink = luminance(hex(colour));
        const ratios: number[] = [];
        for (const row of [y - 2, y + height + 1])
          for (let column = x; column < x + width; column += 2) {
            const i = (Math.round(row) * made.width + Math.round(column)) * 4;
            ratios.push(contrast(ink, luminance([made.data[i]!, made.data[i + 1]!, made.data[i + 2]!])));
          }
        ratios.sort((one, other) => one - other);
        expect([page, ratios[Math.floor(ratios.length * 0.06)]! > 4.3]).toEqual([page, true]);
      }
    }
  });

  it('arranges it in as many ways as are offered, each its own; the same again gives the same bytes', async () => {
    const page = {
      palette: 'coral',
      plinth: true,
      headline: 'Made by hand',
      sub: '',
      width: 192,
      height: 192,
    } as const;
    const pages = await Promise.all(
      [...ARRANGEMENTS, 'centre' as const].map(async (arrangement) =>
        Buffer.from((await composePromo(cutOut, { ...page, arrangement }, quiet)).raster.data),
      ),
    );
    expect(pages[0]!.equals(pages.at(-1)!)).toBe(true);
    expect(new Set(pages.map((bytes) => bytes.toString('base64'))).size).toBe(ARRANGEMENTS.length);
  });

  it('says when nothing stands out, when a letter has no font and when words have no room', async () => {
    const page = {
      arrangement: 'beside',
      palette: 'coral',
      plinth: true,
      headline: 'Sale',
      sub: '',
      width: 192,
      height: 192,
    } as const;
    const clear: Raster = { width: 64, height: 64, data: new Uint8ClampedArray(64 * 64 * 4) };
    await expect(composePromo(clear, page, quiet)).rejects.toMatchObject({
      identifier: 'INPUT_INVALID_FOR_SERVICE',
      params: { input: 'image', reason: 'no-subject' },
    });
    await expect(composePromo(cutOut, { ...page, headline: 'a \u{10FFFD}' }, quiet)).rejects.toMatchObject({
      params: { input: 'headline', reason: 'letter-unknown' },
    });
    await expect(
      composePromo(cutOut, { ...page, sub: 'More words than anybody reads. '.repeat(40) }, quiet),
    ).rejects.toMatchObject({ params: { input: 'sub', reason: 'words-too-long' } });
  });
});
