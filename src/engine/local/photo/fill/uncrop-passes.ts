/** The passes in which an image is expanded: one side after another, each from the nearest band. */
import type { Raster } from '../../scene/scene.js';
import { pushPullFill } from './push-pull-fill.js';
import { cropTo } from '../crop.js';
import { fillHole } from './patch-match.js';
import { lightAcross, lightOf, lightened, lit, reachOf, type Rectangle } from './uncrop-light.js';
import { goOnLeft } from './uncrop-pieces.js';

/** An image that is expanded in its frame. */
export interface Growing {
  /** As large as the frame. */
  readonly canvas: Raster;
  /** One byte per pixel; non-zero pixels, such as the subject, must not be copied. */
  readonly apart: Uint8Array;
  /** Whether the subject stands alone. If not, whole pieces of the image may repeat it. */
  readonly isAlone: boolean;
}

/** Depth of the band that a side is made from: as deep as the new part, within these shares of the image. */
const BAND = { min: 0.3, max: 0.6 } as const;

/** Spreads known colours into the rest, when the image is too plain or too small to copy from. */
function spread(image: Raster, hole: Uint8Array): Raster {
  const data = new Uint8ClampedArray(image.data);
  for (let at = 0; at < hole.length; at += 1) data[at * 4 + 3] = hole[at] === 0 ? 255 : 0;
  return pushPullFill({ ...image, data });
}

/** One pass: a part of the canvas, and the known rectangle in its pixels. */
interface Pass {
  readonly part: Rectangle;
  readonly known: Rectangle;
}

/** The passes for an image at `from` in a frame: both sides first, then up and down over the whole width. */
function passes(from: Rectangle, wide: number, high: number): readonly Pass[] {
  const right = wide - from.left - from.width;
  const below = high - from.top - from.height;
  const band = (length: number, pad: number): number =>
    Math.round(Math.min(length, Math.max(length * BAND.min, Math.min(pad, length * BAND.max), 48)));
  const [l, r, t, b] = [
    band(from.width, from.left),
    band(from.width, right),
    band(from.height, from.top),
    band(from.height, below),
  ];
  const row = { top: from.top, height: from.height };
  return [
    ...(from.left > 0
      ? [
          {
            part: { left: 0, width: from.left + l, ...row },
            known: { left: from.left, top: 0, width: l, height: from.height },
          },
        ]
      : []),
    ...(right > 0
      ? [
          {
            part: { left: from.left + from.width - r, width: r + right, ...row },
            known: { left: 0, top: 0, width: r, height: from.height },
          },
        ]
      : []),
    ...(from.top > 0
      ? [
          {
            part: { left: 0, top: 0, width: wide, height: from.top + t },
            known: { left: 0, top: from.top, width: wide, height: t },
          },
        ]
      : []),
    ...(below > 0
      ? [
          {
            part: { left: 0, top: from.top + from.height - b, width: wide, height: b + below },
            known: { left: 0, top: 0, width: wide, height: b },
          },
        ]
      : []),
  ];
}

const isIn = ({ left, top, width, height }: Rectangle, x: number, y: number): boolean =>
  x >= left && x < left + width && y >= top && y < top + height;

async function side(
  { canvas, apart }: Growing,
  { part, known }: Pass,
  radius: number,
  on: (fraction: number) => void,
): Promise<void> {
  // The kernel gives no vote to the last row and column, so one extra of each is added and then dropped.
  const [width, height] = [part.width + 1, part.height + 1];
  const image: Raster = { width, height, data: new Uint8ClampedArray(width * height * 4) };
  const hole = new Uint8Array(width * height).fill(1);
  for (let y = 0; y < part.height; y += 1) {
    const from = (y + part.top) * canvas.width + part.left;
    image.data.set(canvas.data.subarray(from * 4, (from + part.width) * 4), y * width * 4);
    for (let x = 0; x < part.width; x += 1) if (isIn(known, x, y)) hole[y * width + x] = apart[from + x]!;
  }
  const light = lightOf(image, hole, known, radius);
  lit(image, light, -1);
  const filled = lit((await fillHole(image, hole, on, 'mirror')) ?? spread(image, hole), light, 1);
  for (let y = 0; y < part.height; y += 1) {
    for (let x = 0; x < part.width; x += 1) {
      if (isIn(known, x, y)) continue;
      const to = ((y + part.top) * canvas.width + x + part.left) * 4;
      canvas.data.set(filled.data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3), to);
    }
  }
}

function mirrored({ width, height, data }: Raster): Raster {
  const out = new Uint8ClampedArray(data.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      out.set(data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4), (y * width + width - 1 - x) * 4);
  return { width, height, data: out };
}

/** A part of an image, opaque. */
function partOf(image: Raster, { left: x, top: y, width, height }: Rectangle): Raster {
  const part = cropTo(image, { x, y, width, height });
  for (let at = 3; at < part.data.length; at += 4) part.data[at] = 255;
  return part;
}

function paste(canvas: Raster, part: Raster, { left, top }: Rectangle): void {
  for (let y = 0; y < part.height; y += 1)
    canvas.data.set(
      part.data.subarray(y * part.width * 4, (y + 1) * part.width * 4),
      ((y + top) * canvas.width + left) * 4,
    );
}

/**
 * Share of the width next to an edge that stays unmasked when the subject is near it, because the new part continues
 * from that edge.
 */
const KEPT = 0.015;

/** Replaces smeared patches at the sides with pieces of the image. Modifies the canvas outside the image. */
async function goOn({ canvas, apart, isAlone }: Growing, from: Rectangle): Promise<void> {
  const right = canvas.width - from.left - from.width;
  if (from.left === 0 && right === 0) return;
  const plate = partOf(canvas, from);
  const mended = new Uint8Array(from.width * from.height);
  const rim = Math.max(1, Math.round(from.width * KEPT));
  if (isAlone)
    for (let y = 0; y < from.height; y += 1)
      for (let x = rim; x < from.width - rim; x += 1)
        mended[y * from.width + x] = apart[(y + from.top) * canvas.width + x + from.left]! === 0 ? 0 : 1;
  const light = lightAcross(plate, mended);
  const clean = mended.includes(1) ? ((await fillHole(plate, mended, () => undefined)) ?? plate) : plate;
  const flat = lightened(clean, light, from, from, -1);
  const one = async (place: Rectangle, turn: (raster: Raster) => Raster, spots: Uint8Array): Promise<void> => {
    const grown = lightened(partOf(canvas, place), light, from, place, -1);
    const made = await goOnLeft({ plate: turn(flat), mended: spots }, turn(grown));
    if (made !== undefined) paste(canvas, lightened(turn(made), light, from, place, 1), place);
  };
  if (from.left > 0) await one({ ...from, left: 0, width: from.left }, (raster) => raster, mended);
  const across = Uint8Array.from(mended, (_, at) => mended[at - 2 * (at % from.width) + from.width - 1]!);
  if (right > 0) await one({ ...from, left: from.left + from.width, width: right }, mirrored, across);
}

/**
 * Fills a frame around an image. Modifies the canvas only outside the image.
 * @param from position of the image
 * @param on called with the progress, 0..1
 */
export async function growInto(growing: Growing, from: Rectangle, on: (fraction: number) => void): Promise<void> {
  const { canvas } = growing;
  const all = passes(from, canvas.width, canvas.height);
  const work = all.map(({ part, known }) => part.width * part.height - known.width * known.height);
  const whole = work.reduce((sum, one) => sum + one, 0);
  const radius = reachOf(from);
  let done = 0;
  let isGoneOn = false;
  for (const [index, pass] of all.entries()) {
    if (!isGoneOn && pass.part.height < canvas.height && pass.part.width === canvas.width) {
      isGoneOn = true;
      await goOn(growing, from);
    }
    await side(growing, pass, radius, (fraction) => {
      on((done + work[index]! * fraction) / whole);
    });
    done += work[index]!;
  }
  if (!isGoneOn) await goOn(growing, from);
}
