/**
 * Segments what moves independently in a video. Neighbouring frames are aligned by the camera's motion and their median
 * gives the background. An object is what differs from it and does not stay in place.
 */
import type { Raster } from '../../scene/scene.js';
import { CLASS, grabCut } from '../../photo/cut-out/cut.js';
import { pieces } from '../../photo/pieces.js';
import { dilate } from '../../photo/fill/marks.js';
import { greyOf, type Grey } from './flow.js';
import { boxOf, cropped, placed } from './follow-parts.js';
import { back, groundMotion, STILL, then, type Affine } from './ground-motion.js';

/** A frame that the background is estimated from. */
export interface Sample {
  /** Index of the frame in its video. */
  readonly index: number;
  readonly frame: Raster;
  readonly grey: Grey;
  /** From its pixels to those of the first frame of its shot. */
  readonly ground: Affine;
  /** Number of the shot. It increases when the background can no longer be tracked. */
  readonly shot: number;
}

/**
 * Makes a frame's sample.
 * @param before the previous sample; undefined for the first
 */
export async function sampled(index: number, frame: Raster, before: Sample | undefined): Promise<Sample> {
  const grey = greyOf(frame, Infinity);
  const motion = before === undefined ? undefined : await groundMotion(grey, before.grey);
  if (before === undefined || motion === undefined)
    return { index, frame, grey, ground: STILL, shot: (before?.shot ?? -1) + 1 };
  return { index, frame, grey, ground: then(motion, before.ground), shot: before.shot };
}

/** The background of a sample without moving objects, in the sample's pixels. */
export interface Ground {
  readonly of: Sample;
  readonly colours: readonly [Uint8Array, Uint8Array, Uint8Array];
  /** One byte per pixel; 1 where enough other frames show the background. */
  readonly known: Uint8Array;
}

/** What differs from the background in one frame. */
export interface Differing {
  readonly ground: Ground;
  /** One byte per pixel; 1 is part of it. */
  readonly mask: Uint8Array;
  readonly pixels: number;
  /** Its middle, in pixels of the first frame of its shot. */
  readonly x: number;
  readonly y: number;
}

/** Minimum number of frames that must show a position for its background to be known. */
const FEWEST = 5;
/**
 * Colour difference that counts: a minimum, and a multiple of the frame's median; and the share of that below which a
 * pixel matches its background.
 */
const STEP = { min: 13, middle: 5, alike: 0.3 } as const;
/**
 * Limits of the differing area as shares of the frame; the minimum share of it in its main pieces; and the share of
 * those that must change between samples. With less change, it is a spot that an object has left.
 */
const SHARE = { min: 0.003, max: 0.4, held: 0.6, changing: 0.06 } as const;
/**
 * As shares of the largest piece: minimum size of another piece anywhere, and within `about` pixels; and maximum size
 * of a hole, which is a part of the object in the background's colour.
 */
const PIECE = { far: 0.12, near: 0.01, about: 5, hole: 0.02 } as const;

/**
 * Pixels: half the width of gaps that are always closed, and of gaps that are decided by colour; and the margin that is
 * examined.
 */
const GAP = { closed: 2, open: 7, seen: 22 } as const;

/** Maps a sample's pixels to another sample of the same shot. */
const between = (from: Sample, to: Sample): Affine => then(from.ground, back(to.ground));

/** Median colours of the samples of a shot, at each pixel of one sample. */
function groundOf(of: Sample, others: readonly Sample[]): Ground {
  const { width, height } = of.frame;
  const ways = others.map((other) => ({ data: other.frame.data, way: between(of, other) }));
  const colours = [
    new Uint8Array(width * height),
    new Uint8Array(width * height),
    new Uint8Array(width * height),
  ] as const;
  const known = new Uint8Array(width * height);
  const stacks = colours.map(() => new Uint8Array(others.length));
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      let count = 0;
      for (const {
        data,
        way: [a, b, c, d, e, f],
      } of ways) {
        const [u, v] = [Math.round(a * x + b * y + c), Math.round(d * x + e * y + f)];
        if (u < 0 || v < 0 || u >= width || v >= height) continue;
        const from = (v * width + u) * 4;
        for (const [k, stack] of stacks.entries()) stack[count] = data[from + k]!;
        count += 1;
      }
      if (count < FEWEST) continue;
      known[at] = 1;
      for (const [k, stack] of stacks.entries()) colours[k]![at] = stack.subarray(0, count).sort()[count >> 1]!;
    }
  }
  return { of, colours, known };
}

/** A background, and the mapping from a frame's pixels to it. */
export interface Behind {
  readonly ground: Ground;
  readonly way: Affine;
}

/**
 * Colour difference of a pixel from the nearest colour of the background around it, so that a contour off by a pixel is
 * no difference. Undefined where the background is unknown.
 */
function offAt(
  { width, height, data }: Raster,
  x: number,
  y: number,
  {
    ground: {
      colours: [reds, greens, blues],
      known,
    },
    way: [a, b, c, d, e, f],
  }: Behind,
): number | undefined {
  const at = (y * width + x) * 4;
  const [u, v] = [Math.round(a * x + b * y + c), Math.round(d * x + e * y + f)];
  let min: number | undefined;
  for (let row = Math.max(0, v - 1); row <= Math.min(height - 1, v + 1); row += 1) {
    for (let column = Math.max(0, u - 1); column <= Math.min(width - 1, u + 1); column += 1) {
      const from = row * width + column;
      if (known[from] === 0) continue;
      const off =
        (Math.abs(data[at]! - reds[from]!) +
          Math.abs(data[at + 1]! - greens[from]!) +
          Math.abs(data[at + 2]! - blues[from]!)) /
        3;
      if (min === undefined || off < min) min = off;
    }
  }
  return min;
}

/** Keeps large pieces, pieces near them, and small holes; also returns the share of the mask that this keeps. */
function mainPieces(
  mask: Uint8Array,
  width: number,
  height: number,
): { readonly main: Uint8Array; readonly held: number } {
  const plane = { width, height, data: Float32Array.from(mask) };
  const { labels, list } = pieces(plane, plane);
  const largest = list.reduce((max, { value, size }) => (value === 1 ? Math.max(max, size) : max), 0);
  const isLarge = list.map(({ value, size }) => value === 1 && size >= largest * PIECE.far);
  const about = dilate(
    Uint8Array.from(labels, (label) => (isLarge[label] === true ? 1 : 0)),
    width,
    height,
    PIECE.about,
  );
  const near = new Set<number>();
  for (const [at, label] of labels.entries()) if (about[at] === 1) near.add(label);
  const isOfIt = list.map(({ value, size, atEdge }, label) =>
    value === 1
      ? isLarge[label]! || (near.has(label) && size >= largest * PIECE.near)
      : !atEdge && size < largest * PIECE.hole,
  );
  const [all, held] = list.reduce(
    ([sum, kept], { value, size }, label) =>
      value === 1 ? [sum + size, kept + (isOfIt[label]! ? size : 0)] : [sum, kept],
    [0, 0],
  );
  return {
    main: Uint8Array.from(labels, (label) => (isOfIt[label] === true ? 1 : 0)),
    held: all === 0 ? 0 : held / all,
  };
}

/** Box means of three by three. A single pixel is noise. */
function calmed(mask: Uint8Array, width: number, height: number): Uint8Array {
  const out = new Uint8Array(mask.length);
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1, at = y * width + 1; x < width - 1; x += 1, at += 1) {
      let count = 0;
      for (const row of [at - width, at, at + width]) count += mask[row - 1]! + mask[row]! + mask[row + 1]!;
      out[at] = count >= 5 ? 1 : 0;
    }
  }
  for (const at of mask.keys())
    if (at % width === 0 || at % width === width - 1 || at < width || at >= mask.length - width) out[at] = mask[at]!;
  return out;
}

/** Closes gaps up to twice this many pixels wide. */
const closed = (mask: Uint8Array, width: number, height: number, by: number): Uint8Array =>
  dilate(
    dilate(mask, width, height, by).map((value) => 1 - value),
    width,
    height,
    by,
  ).map((value) => 1 - value);

/**
 * An object with those gaps filled whose colours match it better than its surroundings. Where object and background
 * look alike, little differs.
 * @param alike 1 where a pixel matches its background
 */
async function withGaps(frame: Raster, main: Uint8Array, alike: Uint8Array): Promise<Uint8Array> {
  const { width, height } = frame;
  const box = boxOf(main, width, height, GAP.seen);
  if (box === undefined) return main;
  const open = closed(main, width, height, GAP.open);
  const seeds = placed(
    main.map((value, at) =>
      value === 1 ? CLASS.subject : open[at] === 1 && alike[at] === 0 ? CLASS.likelyGround : CLASS.ground,
    ),
    width,
    box,
  );
  const { data } = await grabCut(cropped(frame, box), seeds, 2);
  const out = new Uint8Array(main);
  for (const [at, value] of data.entries())
    if (value === 1) out[(box.y + Math.floor(at / box.width)) * width + box.x + (at % box.width)] = 1;
  return out;
}

/**
 * What differs from the background in a frame.
 * @param grounds backgrounds of neighbouring frames, the nearest first; the others are used where the first is unknown
 * @returns one byte per pixel, 1 is part of it; undefined when almost nothing differs, or only scattered bits
 * @throws Error for a fault inside OpenCV
 */
async function differenceFrom(frame: Raster, grounds: readonly Behind[]): Promise<Uint8Array | undefined> {
  const { width, height } = frame;
  const far = new Float32Array(width * height);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      let off: number | undefined;
      for (const ground of grounds) off ??= offAt(frame, x, y, ground);
      far[at] = off ?? 0;
    }
  }
  const step = Math.max(STEP.min, STEP.middle * far.slice().sort()[far.length >> 1]!);
  const { main, held } = mainPieces(
    closed(
      calmed(
        Uint8Array.from(far, (value) => (value > step ? 1 : 0)),
        width,
        height,
      ),
      width,
      height,
      GAP.closed,
    ),
    width,
    height,
  );
  const size = main.reduce((sum, value) => sum + value, 0) / main.length;
  return size < SHARE.min || size > SHARE.max || held < SHARE.held
    ? undefined
    : withGaps(
        frame,
        main,
        calmed(
          Uint8Array.from(far, (value) => (value < step * STEP.alike ? 1 : 0)),
          width,
          height,
        ),
      );
}

/** Share of a mask that looks different in another sample, at the same place of the background. */
function changing(mask: Uint8Array, of: Sample, other: Sample): number {
  const { width, height, data } = of.frame;
  const [a, b, c, d, e, f] = between(of, other);
  let [all, changed] = [0, 0];
  for (let at = 0; at < mask.length; at += 1) {
    if (mask[at] === 0) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    const [u, v] = [Math.round(a * x + b * y + c), Math.round(d * x + e * y + f)];
    if (u < 0 || v < 0 || u >= width || v >= height) continue;
    const from = (v * width + u) * 4;
    all += 1;
    changed +=
      (Math.abs(data[at * 4]! - other.frame.data[from]!) +
        Math.abs(data[at * 4 + 1]! - other.frame.data[from + 1]!) +
        Math.abs(data[at * 4 + 2]! - other.frame.data[from + 2]!)) /
        3 >
      STEP.min
        ? 1
        : 0;
  }
  return all === 0 ? 0 : changed / all;
}

/**
 * What differs from the background in a sample.
 * @param about samples before and after it, in order, itself included
 * @returns undefined when the background is not known well enough, when nothing differs, or only scattered bits
 * @throws Error for a fault inside OpenCV
 */
export async function differing(of: Sample, about: readonly Sample[]): Promise<Differing | undefined> {
  const near = about.filter(({ shot }) => shot === of.shot);
  if (near.length < FEWEST) return undefined;
  const ground = groundOf(of, near);
  const mask = await differenceFrom(of.frame, [{ ground, way: STILL }]);
  if (mask === undefined) return undefined;
  const place = near.findIndex(({ index }) => index === of.index);
  const beside = [near[place - 1], near[place + 1]].filter((other) => other !== undefined);
  if (beside.every((other) => changing(mask, of, other) < SHARE.changing)) return undefined;
  const {
    frame: { width },
  } = of;
  let [pixels, x, y] = [0, 0, 0];
  for (let at = 0; at < mask.length; at += 1)
    if (mask[at] !== 0) [pixels, x, y] = [pixels + 1, x + (at % width), y + Math.floor(at / width)];
  const [a, b, c, d, e, f] = of.ground;
  return { ground, mask, pixels, x: (a * x + b * y) / pixels + c, y: (d * x + e * y) / pixels + f };
}

/**
 * What differs from the background in each frame from one sample to another of its shot, both included.
 * @param frames opaque, of one size
 * @returns one per frame; undefined where it cannot be determined, or where its area differs from that of both samples
 * @throws Error for a fault inside OpenCV
 */
export async function differences(
  frames: readonly Raster[],
  first: Differing,
  last: Differing,
): Promise<readonly (Uint8Array | undefined)[]> {
  const chain: Sample[] = [];
  for (const [index, frame] of frames.entries()) chain.push(await sampled(index, frame, chain.at(-1)));
  const end = chain.at(-1);
  if (end === undefined || end.shot !== 0) return frames.map(() => undefined);
  const [min, max] = [Math.min(first.pixels, last.pixels) / ALIKE, Math.max(first.pixels, last.pixels) * ALIKE];
  const out: (Uint8Array | undefined)[] = [];
  for (const [at, one] of chain.entries()) {
    const grounds = [
      { ground: first.ground, way: one.ground },
      { ground: last.ground, way: between(one, end) },
    ];
    const mask = await differenceFrom(one.frame, at * 2 <= frames.length ? grounds : grounds.reverse());
    const pixels = mask?.reduce((sum, value) => sum + value, 0) ?? 0;
    out.push(pixels >= min && pixels <= max ? mask : undefined);
  }
  return out;
}

/** Growth factor between two cuts above which they do not show the same object. */
const ALIKE = 2.5;
/** The moving area counts as at most this multiple of the size of the subject cut out of a single frame. */
const WHOLE = 4;

/**
 * Which of a video's key frames show an object that travels: its middle moves by more than the subject's length. An
 * object that only moves within itself, such as a turning head or a waving hand, does not travel.
 * @param found one for each key frame, in order
 * @param sizes pixels of the subject as each single frame shows it; 0 for none
 */
export function travels(found: readonly (Differing | undefined)[], sizes: readonly number[]): readonly boolean[] {
  const out = found.map(() => false);
  for (let first = 0; first < found.length;) {
    let after = first + 1;
    for (
      let [one, next] = [found[first], found[after]];
      one !== undefined &&
      next !== undefined &&
      one.ground.of.shot === next.ground.of.shot &&
      Math.max(one.pixels, next.pixels) < ALIKE * Math.min(one.pixels, next.pixels);
      [one, next] = [next, found[after]]
    )
      after += 1;
    const chain = found.slice(first, after).filter((one) => one !== undefined);
    const wide =
      chain.reduce(
        (sum, { pixels }, at) => sum + Math.sqrt(Math.max(pixels, Math.min(sizes[first + at]!, WHOLE * pixels))),
        0,
      ) / Math.max(1, chain.length);
    const way = chain.reduce(
      (max, one) =>
        chain.reduce((farthest, other) => Math.max(farthest, Math.hypot(one.x - other.x, one.y - other.y)), max),
      0,
    );
    if (chain.length > 1 && way > wide) out.fill(true, first, after);
    first = after;
  }
  return out;
}
