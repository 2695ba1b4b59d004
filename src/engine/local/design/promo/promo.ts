/**
 * A product photo with a headline: the product is cut out, placed on a stage and lit to match it, and the text is
 * typeset.
 */
import type { Arrangement } from '../../../sizes.shared.js';
import { hex } from '../../scene/colour.js';
import type { OnGrow, Raster } from '../../scene/scene.js';
import { column } from '../templates/column.js';
import { imageOf, knownLetters, roomForAll, type TemplatePalette } from '../templates/compose.js';
import { TEMPLATE_COLOURS } from '../templates/palettes.js';
import { Sheet, type Placed } from '../templates/sheet.js';
import { changeBackground } from '../../photo/cut-out/change-background.js';
import { cropTo } from '../../photo/crop.js';
import { ToolRefusal } from '../../refusal.js';
import { resample } from '../../photo/resample.js';
import { lettering } from '../../type/faces.js';
import { directionOf, type Box } from '../../type/setting.js';
import { placesOf, type PromoLayout } from './arrangements.js';
import { inkOn, veiled } from './legible.js';
import { drawStage, placementOf, type ProductPlacement } from './stage.js';

export interface PromoOptions {
  readonly arrangement: Arrangement;
  readonly palette: TemplatePalette;
  /** Whether the product stands on a plinth rather than on the ground of its scene. */
  readonly plinth: boolean;
  readonly headline: string;
  readonly sub: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Background; a studio in the palette's colours when left out. */
  readonly scene?: Raster;
}

/** The page before the product is placed on it. */
export interface Stage {
  readonly image: Raster;
  readonly placement: ProductPlacement;
  readonly places: PromoLayout;
  readonly toward: 'ltr' | 'rtl';
}

/** How much of the stage's light a product takes on: less than a person, because its colours must stay true. */
const MATCH = 0.45;
/** A pixel belongs to the product from this alpha on. */
const SEEN = 24;
/** Share of a product's height that counts as its foot. */
const FOOT = 0.1;

/**
 * Bounding box of a cut-out's visible pixels.
 * @throws ToolRefusal INPUT_INVALID_FOR_SERVICE {input: 'image', reason: 'no-subject'} for an empty one
 */
export function seenOf({ width, height, data }: Raster): Box {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0, at = 3; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 4) {
      if (data[at]! < SEEN) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  if (right < 0) throw new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input: 'image', reason: 'no-subject' });
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Share of a product's width that touches the ground, 0 to 1. */
function footOf({ width, height, data }: Raster): number {
  let [left, right] = [width, -1];
  for (let y = Math.floor(height * (1 - FOOT)); y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if (data[(y * width + x) * 4 + 3]! < SEEN) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
    }
  return Math.max(0, right - left + 1) / width;
}

const scaled = ({ x, y, width, height }: Box, unit: number): Box => ({
  x: x * unit,
  y: y * unit,
  width: width * unit,
  height: height * unit,
});

/**
 * Draws the background of a product, and determines the product's position.
 * @param product cropped to its visible pixels
 */
export async function stageFor(
  product: Raster,
  { arrangement, palette, plinth, headline, sub, width, height, scene }: PromoOptions,
): Promise<Stage> {
  const library = await lettering();
  const unit = width / 100;
  const places = placesOf(arrangement, height / unit);
  const toward = directionOf(`${headline}\n${sub}`);
  const turned = (box: Box): Box => scaled(toward === 'rtl' ? { ...box, x: 100 - box.x - box.width } : box, unit);
  const room = turned(places.product);
  const placement = placementOf(product, footOf(product), room, plinth);
  const colours = TEMPLATE_COLOURS[palette];
  const image = await drawStage(library, library.createCanvas(width, height), {
    placement,
    room,
    colours,
    ...(places.panel ? { panel: turned(places.panel) } : {}),
    ...(scene ? { scene } : {}),
  });
  return { image, placement, places, toward };
}

/** The product in its position on a transparent page. */
async function setDown(product: Raster, { image: { width, height }, placement: { box } }: Stage): Promise<Raster> {
  const sized = await resample(product, box.width, box.height);
  const data = new Uint8ClampedArray(width * height * 4);
  for (let row = 0; row < box.height; row += 1)
    data.set(sized.data.subarray(row * box.width * 4, (row + 1) * box.width * 4), ((box.y + row) * width + box.x) * 4);
  return { width, height, data };
}

/**
 * Typesets the text on the otherwise finished image.
 * @throws ToolRefusal as {@link composePromo}
 */
export async function lettered(
  image: Raster,
  { places, toward }: Pick<Stage, 'places' | 'toward'>,
  { palette, headline, sub }: Pick<PromoOptions, 'palette' | 'headline' | 'sub'>,
): Promise<{ readonly raster: Raster; readonly placed: readonly Placed[] }> {
  const library = await lettering();
  const { width, height } = image;
  const context = library.createCanvas(width, height).getContext('2d');
  const fields = { headline, sub, line: '' };
  const colours = TEMPLATE_COLOURS[palette];
  const sheet = new Sheet(
    context,
    { width, height },
    { words: `${headline}\n${sub}`, toward },
    colours,
    fields,
    undefined,
  );
  const { words, anchor } = places;
  const set = (ink: string) =>
    column(sheet, words, anchor, [
      { field: 'headline', style: places.headline, colour: ink, max: words.height * (sub === '' ? 1 : 0.72), gap: 0 },
      { field: 'sub', style: places.sub, colour: ink, max: words.height * 0.3, gap: Math.min(3.6, words.height * 0.1) },
    ]);
  const { top, height: tall } = set(colours.onAccent);
  roomForAll(sheet);
  const under: Raster = { width, height, data: new Uint8ClampedArray(image.data) };
  let ink: string = colours.onAccent;
  if (places.panel === undefined) {
    const unit = width / 100;
    const box = scaled(
      { x: toward === 'rtl' ? 100 - words.x - words.width : words.x, y: top, width: words.width, height: tall },
      unit,
    );
    const inks = { light: hex(colours.onDeep), dark: hex(colours.deep) };
    const found = inkOn(under, box, inks);
    if (found.veil > 0) veiled(under, box, found.ink === 'dark' ? inks.light : inks.dark, found.veil, 14 * unit);
    ink = found.ink === 'dark' ? colours.deep : colours.onDeep;
  }
  context.drawImage(imageOf(library, under), 0, 0);
  set(ink).draw();
  return {
    raster: { width, height, data: new Uint8ClampedArray(context.getImageData(0, 0, width, height).data) },
    placed: sheet.placed,
  };
}

/**
 * Makes a product photo with text. Deterministic.
 * @param cutOut straight alpha, as matte gives it, of any size
 * @param on called with the progress
 * @returns opaque; the product's position in it, and each placed text, in pixels
 * @throws ToolRefusal INPUT_INVALID_FOR_SERVICE {input: 'image', reason: 'no-subject'} for an empty cut-out; {input: a
 * field, reason: 'letter-unknown' with that letter, or 'words-too-long'}
 */
export async function composePromo(
  cutOut: Raster,
  options: PromoOptions,
  on: OnGrow,
): Promise<{ readonly raster: Raster; readonly placement: ProductPlacement; readonly placed: readonly Placed[] }> {
  await knownLetters({ headline: options.headline, sub: options.sub, line: '' });
  const product = cropTo(cutOut, seenOf(cutOut));
  on({ fraction: 0.1 });
  const stage = await stageFor(product, options);
  on({ fraction: 0.3, partial: stage.image });
  const placement = await changeBackground(
    await setDown(product, stage),
    stage.image,
    ({ fraction, partial }) => {
      on({ fraction: 0.3 + 0.5 * fraction, ...(partial ? { partial } : {}) });
    },
    MATCH,
  );
  const { raster, placed } = await lettered(placement, stage, options);
  on({ fraction: 1, partial: raster });
  return { raster, placement: stage.placement, placed };
}
