/** The passes in which a picture is widened: one side after the other, each from the band that lies nearest. */
import type { Raster } from '../scene/scene.js';
import { bleed } from './bleed.js';
import { fillHole } from './patch-match.js';
import { field, soften, type Field } from './planes.js';

/** A rectangle, pixels. */
export interface Place { readonly left: number; readonly top: number; readonly width: number; readonly height: number }

/** A picture that grows in its frame. */
export interface Growing {
  /** As large as the frame. */
  readonly canvas: Raster;
  /** One byte a pixel: not 0 is not to be copied, such as the subject of the picture. */
  readonly apart: Uint8Array;
}

/** How deep the band is that a side is made of: as deep as what is made, between these shares of the picture. */
const BAND = { least: 0.3, most: 0.6 } as const;
/** Radius of the light that lies over a picture (a vignette, a sky's), as a share of its shorter side. It goes on outwards; what is copied is what differs from it. */
const LIGHT = 0.1;
const MIDDLE = 128;
/** Colour steps that the light may come to change by beyond the edge. */
const MOST_DRIFT = 12;

/**
 * How far along a line the light stands at a place, and how much of its slope at the edge has gone on beyond that: it flattens
 * out, so that no line is seen where it ends.
 */
function beyond(at: number, from: number, length: number, radius: number): { readonly edge: number; readonly inner: number; readonly on: number } {
  const place = at - from;
  if (place >= 0 && place < length) return { edge: place, inner: place, on: 0 };
  const away = place < 0 ? -place : place - length + 1;
  const edge = place < 0 ? 0 : length - 1;
  const inner = Math.min(length - 1, Math.max(0, place < 0 ? radius : length - 1 - radius));
  return { edge, inner, on: 1.5 * (1 - Math.exp(-away / (1.5 * radius))) };
}

/** The mean colour about each known pixel, and beyond the known rectangle that of its edge, gone on a little as it went. */
function lightOf({ width, height, data }: Raster, counts: Uint8Array, known: Place, radius: number): readonly [Field, Field, Field] {
  const inside = field(known.width, known.height);
  const sums = [field(known.width, known.height), field(known.width, known.height), field(known.width, known.height)] as const;
  for (let y = 0, to = 0; y < known.height; y += 1) {
    for (let x = 0; x < known.width; x += 1, to += 1) {
      const at = (y + known.top) * width + x + known.left;
      // What is apart counts a little: in its middle nothing else may be in reach.
      const weight = counts[at] === 0 ? 1 : 1e-3;
      inside.data[to] = weight;
      for (let k = 0; k < 3; k += 1) sums[k]!.data[to] = data[at * 4 + k]! * weight;
    }
  }
  const weights = soften(inside, radius);
  const out = [field(width, height), field(width, height), field(width, height)] as const;
  for (let k = 0; k < 3; k += 1) {
    const soft = soften(sums[k]!, radius);
    const value = (x: number, y: number): number => soft.data[y * known.width + x]! / weights.data[y * known.width + x]!;
    for (let y = 0, at = 0; y < height; y += 1) {
      const down = beyond(y, known.top, known.height, radius);
      for (let x = 0; x < width; x += 1, at += 1) {
        const across = beyond(x, known.left, known.width, radius);
        const edge = value(across.edge, down.edge);
        const drift = (edge - value(across.inner, down.edge)) * across.on + (edge - value(across.edge, down.inner)) * down.on;
        out[k]!.data[at] = edge + Math.max(-MOST_DRIFT, Math.min(MOST_DRIFT, drift));
      }
    }
  }
  return out;
}

/** Adds `times` the light. Changes and gives the picture. */
function lit(picture: Raster, light: readonly Field[], times: 1 | -1): Raster {
  const { data } = picture;
  for (let at = 0; at < data.length / 4; at += 1) for (let k = 0; k < 3; k += 1) data[at * 4 + k]! += times * (light[k]!.data[at]! - MIDDLE);
  return picture;
}

/** Spreads what is known into the rest: for what is too plain or too small to copy from. */
function spread(picture: Raster, hole: Uint8Array): Raster {
  const data = new Uint8ClampedArray(picture.data);
  for (let at = 0; at < hole.length; at += 1) data[at * 4 + 3] = hole[at] === 0 ? 255 : 0;
  return bleed({ ...picture, data });
}

/** What one pass works on: a part of the canvas, and the rectangle in it that is known, in its own pixels. */
interface Pass { readonly part: Place; readonly known: Place }

/** The passes for a picture that stands at `from` in a frame: to both sides first, then up and down over the whole width. */
function passes(from: Place, wide: number, high: number): readonly Pass[] {
  const right = wide - from.left - from.width;
  const below = high - from.top - from.height;
  const band = (length: number, pad: number): number => Math.round(Math.min(length, Math.max(length * BAND.least, Math.min(pad, length * BAND.most), 48)));
  const [l, r, t, b] = [band(from.width, from.left), band(from.width, right), band(from.height, from.top), band(from.height, below)];
  const row = { top: from.top, height: from.height };
  return [
    ...(from.left > 0 ? [{ part: { left: 0, width: from.left + l, ...row }, known: { left: from.left, top: 0, width: l, height: from.height } }] : []),
    ...(right > 0 ? [{ part: { left: from.left + from.width - r, width: r + right, ...row }, known: { left: 0, top: 0, width: r, height: from.height } }] : []),
    ...(from.top > 0 ? [{ part: { left: 0, top: 0, width: wide, height: from.top + t }, known: { left: 0, top: from.top, width: wide, height: t } }] : []),
    ...(below > 0 ? [{ part: { left: 0, top: from.top + from.height - b, width: wide, height: b + below }, known: { left: 0, top: 0, width: wide, height: b } }] : []),
  ];
}

const isIn = ({ left, top, width, height }: Place, x: number, y: number): boolean => x >= left && x < left + width && y >= top && y < top + height;

async function side({ canvas, apart }: Growing, { part, known }: Pass, radius: number, on: (fraction: number) => void): Promise<void> {
  // The last row and column of what is filled get no vote: one more of each, which is thrown away.
  const [width, height] = [part.width + 1, part.height + 1];
  const picture: Raster = { width, height, data: new Uint8ClampedArray(width * height * 4) };
  const hole = new Uint8Array(width * height).fill(1);
  for (let y = 0; y < part.height; y += 1) {
    const from = (y + part.top) * canvas.width + part.left;
    picture.data.set(canvas.data.subarray(from * 4, (from + part.width) * 4), y * width * 4);
    for (let x = 0; x < part.width; x += 1) if (isIn(known, x, y)) hole[y * width + x] = apart[from + x]!;
  }
  const light = lightOf(picture, hole, known, radius);
  lit(picture, light, -1);
  const filled = lit(await fillHole(picture, hole, on, 'mirror') ?? spread(picture, hole), light, 1);
  for (let y = 0; y < part.height; y += 1) {
    for (let x = 0; x < part.width; x += 1) {
      if (isIn(known, x, y)) continue;
      const to = ((y + part.top) * canvas.width + x + part.left) * 4;
      canvas.data.set(filled.data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3), to);
    }
  }
}

/**
 * Fills a frame about a picture. Changes the canvas outside the picture alone.
 * @param from where the picture stands
 * @param on told 0..1
 */
export async function growInto(growing: Growing, from: Place, on: (fraction: number) => void): Promise<void> {
  const { canvas } = growing;
  const all = passes(from, canvas.width, canvas.height);
  const work = all.map(({ part, known }) => part.width * part.height - known.width * known.height);
  const whole = work.reduce((sum, one) => sum + one, 0);
  const radius = Math.max(2, Math.round(Math.min(from.width, from.height) * LIGHT));
  let done = 0;
  for (const [index, pass] of all.entries()) {
    await side(growing, pass, radius, (fraction) => { on((done + work[index]! * fraction) / whole); });
    done += work[index]!;
  }
}
