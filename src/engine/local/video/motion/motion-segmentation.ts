/**
 * What goes through a video by itself: what differs from the ground as the frames about show it once the camera's movement is taken
 * out (the median of the aligned frames), and does not stay where it is.
 */
import type { Raster } from '../../scene/scene.js';
import { CLASS, grabCut } from '../../photo/cut-out/cut.js';
import { pieces } from '../../photo/pieces.js';
import { dilate } from '../../photo/fill/marks.js';
import { greyOf, type Grey } from './flow.js';
import { boxOf, cropped, placed } from './follow-parts.js';
import { back, groundMotion, STILL, then, type Affine } from './ground-motion.js';

/** A frame that the ground is learned from. */
export interface Sample {
  /** Of the frame in its video. */
  readonly index: number;
  readonly frame: Raster;
  readonly grey: Grey;
  /** From its pixels to those of its shot's first frame. */
  readonly ground: Affine;
  /** Counts shots, as far as the ground can be followed. */
  readonly shot: number;
}

/** A frame's sample. @param before the last sample before it; nothing for the first */
export async function sampled(index: number, frame: Raster, before: Sample | undefined): Promise<Sample> {
  const grey = greyOf(frame, Infinity);
  const motion = before === undefined ? undefined : await groundMotion(grey, before.grey);
  if (before === undefined || motion === undefined) return { index, frame, grey, ground: STILL, shot: (before?.shot ?? -1) + 1 };
  return { index, frame, grey, ground: then(motion, before.ground), shot: before.shot };
}

/** What a sample's place looks like without what goes through it. Pixels are the sample's. */
export interface Ground {
  readonly of: Sample;
  readonly colours: readonly [Uint8Array, Uint8Array, Uint8Array];
  /** One byte per pixel, 1 where enough other frames show it. */
  readonly known: Uint8Array;
}

/** What differs from the ground in one frame. */
export interface Differing {
  readonly ground: Ground;
  /** One byte per pixel, 1 is of it. */
  readonly mask: Uint8Array;
  readonly pixels: number;
  /** Its middle, in pixels of its shot's first frame. */
  readonly x: number;
  readonly y: number;
}

/** Frames that must show a place for its ground to be known. */
const FEWEST = 5;
/** Steps of colour that are a difference: at least, and as a multiple of the frame's middle one; and the share of that below which a pixel is as its ground is. */
const STEP = { min: 13, middle: 5, alike: 0.3 } as const;
/** Shares of the frame that what differs may come to; the share of it that its main pieces hold; and of those what must change from sample to sample: else it is a place that something has left. */
const SHARE = { min: 0.003, max: 0.4, held: 0.6, changing: 0.06 } as const;
/** Shares of the largest piece from which on another is of it: anywhere, and so many pixels about it; and up to which a hole is one of its parts in the ground's colour. */
const PIECE = { far: 0.12, near: 0.01, about: 5, hole: 0.02 } as const;

/** Pixels: halves of the broadest gaps within a thing that are closed, and that are looked at by their colours; and what is looked at about it. */
const GAP = { closed: 2, open: 7, seen: 22 } as const;

/** Where a sample's pixels are in another of the same shot. */
const between = (from: Sample, to: Sample): Affine => then(from.ground, back(to.ground));

/** The middle colours of what samples of one shot show at each pixel of one of them. */
function groundOf(of: Sample, others: readonly Sample[]): Ground {
  const { width, height } = of.frame;
  const ways = others.map((other) => ({ data: other.frame.data, way: between(of, other) }));
  const colours = [new Uint8Array(width * height), new Uint8Array(width * height), new Uint8Array(width * height)] as const;
  const known = new Uint8Array(width * height);
  const stacks = colours.map(() => new Uint8Array(others.length));
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      let count = 0;
      for (const { data, way: [a, b, c, d, e, f] } of ways) {
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

/** A ground, and where a frame's pixels are in it. */
export interface Behind { readonly ground: Ground; readonly way: Affine }

/** How far a pixel is from the nearest colour of the ground about it, steps of colour: a contour that is off by a pixel is no difference. Undefined where the ground is not known. */
function offAt({ width, height, data }: Raster, x: number, y: number, { ground: { colours: [reds, greens, blues], known }, way: [a, b, c, d, e, f] }: Behind): number | undefined {
  const at = (y * width + x) * 4;
  const [u, v] = [Math.round(a * x + b * y + c), Math.round(d * x + e * y + f)];
  let min: number | undefined;
  for (let row = Math.max(0, v - 1); row <= Math.min(height - 1, v + 1); row += 1) {
    for (let column = Math.max(0, u - 1); column <= Math.min(width - 1, u + 1); column += 1) {
      const from = row * width + column;
      if (known[from] === 0) continue;
      const off = (Math.abs(data[at]! - reds[from]!) + Math.abs(data[at + 1]! - greens[from]!) + Math.abs(data[at + 2]! - blues[from]!)) / 3;
      if (min === undefined || off < min) min = off;
    }
  }
  return min;
}

/** The mask of what is large, of what is near that, and of its small holes; and the share of all that is marked that this holds. */
function mainPieces(mask: Uint8Array, width: number, height: number): { readonly main: Uint8Array; readonly held: number } {
  const plane = { width, height, data: Float32Array.from(mask) };
  const { labels, list } = pieces(plane, plane);
  const largest = list.reduce((max, { value, size }) => (value === 1 ? Math.max(max, size) : max), 0);
  const isLarge = list.map(({ value, size }) => value === 1 && size >= largest * PIECE.far);
  const about = dilate(Uint8Array.from(labels, (label) => (isLarge[label] === true ? 1 : 0)), width, height, PIECE.about);
  const near = new Set<number>();
  for (const [at, label] of labels.entries()) if (about[at] === 1) near.add(label);
  const isOfIt = list.map(({ value, size, atEdge }, label) => (value === 1 ? isLarge[label]! || (near.has(label) && size >= largest * PIECE.near) : !atEdge && size < largest * PIECE.hole));
  const [all, held] = list.reduce(([sum, kept], { value, size }, label) => (value === 1 ? [sum + size, kept + (isOfIt[label]! ? size : 0)] : [sum, kept]), [0, 0]);
  return { main: Uint8Array.from(labels, (label) => (isOfIt[label] === true ? 1 : 0)), held: all === 0 ? 0 : held / all };
}

/** Means of three by three: what is of one pixel is noise. */
function calmed(mask: Uint8Array, width: number, height: number): Uint8Array {
  const out = new Uint8Array(mask.length);
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1, at = y * width + 1; x < width - 1; x += 1, at += 1) {
      let count = 0;
      for (const row of [at - width, at, at + width]) count += mask[row - 1]! + mask[row]! + mask[row + 1]!;
      out[at] = count >= 5 ? 1 : 0;
    }
  }
  for (const at of mask.keys()) if (at % width === 0 || at % width === width - 1 || at < width || at >= mask.length - width) out[at] = mask[at]!;
  return out;
}

/** Closes gaps up to twice so many pixels broad. */
const closed = (mask: Uint8Array, width: number, height: number, by: number): Uint8Array => dilate(dilate(mask, width, height, by).map((value) => 1 - value), width, height, by).map((value) => 1 - value);

/**
 * A thing with those of its gaps that are of its own colours rather than of those about it: where it looks much as its ground does,
 * little differs.
 * @param alike 1 where a pixel is as its ground is
 */
async function withGaps(frame: Raster, main: Uint8Array, alike: Uint8Array): Promise<Uint8Array> {
  const { width, height } = frame;
  const box = boxOf(main, width, height, GAP.seen);
  if (box === undefined) return main;
  const open = closed(main, width, height, GAP.open);
  const seeds = placed(main.map((value, at) => (value === 1 ? CLASS.subject : open[at] === 1 && alike[at] === 0 ? CLASS.likelyGround : CLASS.ground)), width, box);
  const { data } = await grabCut(cropped(frame, box), seeds, 2);
  const out = new Uint8Array(main);
  for (const [at, value] of data.entries()) if (value === 1) out[(box.y + Math.floor(at / box.width)) * width + box.x + (at % box.width)] = 1;
  return out;
}

/**
 * What differs from the ground in a frame.
 * @param grounds of frames about it, the nearest first: the others count where that one is not known
 * @returns one byte per pixel, 1 is of it; undefined where next to nothing differs, or bits all over
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
  const { main, held } = mainPieces(closed(calmed(Uint8Array.from(far, (value) => (value > step ? 1 : 0)), width, height), width, height, GAP.closed), width, height);
  const size = main.reduce((sum, value) => sum + value, 0) / main.length;
  return size < SHARE.min || size > SHARE.max || held < SHARE.held ? undefined : withGaps(frame, main, calmed(Uint8Array.from(far, (value) => (value < step * STEP.alike ? 1 : 0)), width, height));
}

/** Share of a mask that looks otherwise in another sample, at the same place of the ground. */
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
    changed += (Math.abs(data[at * 4]! - other.frame.data[from]!) + Math.abs(data[at * 4 + 1]! - other.frame.data[from + 1]!) + Math.abs(data[at * 4 + 2]! - other.frame.data[from + 2]!)) / 3 > STEP.min ? 1 : 0;
  }
  return all === 0 ? 0 : changed / all;
}

/**
 * What differs from the ground in a sample.
 * @param about samples before and after it, in order, itself among them
 * @returns undefined where the ground is not known well enough, where nothing differs, or bits all over
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
  const { frame: { width } } = of;
  let [pixels, x, y] = [0, 0, 0];
  for (let at = 0; at < mask.length; at += 1) if (mask[at] !== 0) [pixels, x, y] = [pixels + 1, x + (at % width), y + Math.floor(at / width)];
  const [a, b, c, d, e, f] = of.ground;
  return { ground, mask, pixels, x: (a * x + b * y) / pixels + c, y: (d * x + e * y) / pixels + f };
}

/**
 * What differs from the ground in the frames from one sample to another of its shot, both among them.
 * @param frames opaque, of one size
 * @returns one for each frame; undefined where it cannot be told, or is of another size than in both samples
 * @throws Error for a fault inside OpenCV
 */
export async function differences(frames: readonly Raster[], first: Differing, last: Differing): Promise<readonly (Uint8Array | undefined)[]> {
  const chain: Sample[] = [];
  for (const [index, frame] of frames.entries()) chain.push(await sampled(index, frame, chain.at(-1)));
  const end = chain.at(-1);
  if (end === undefined || end.shot !== 0) return frames.map(() => undefined);
  const [min, max] = [Math.min(first.pixels, last.pixels) / ALIKE, Math.max(first.pixels, last.pixels) * ALIKE];
  const out: (Uint8Array | undefined)[] = [];
  for (const [at, one] of chain.entries()) {
    const grounds = [{ ground: first.ground, way: one.ground }, { ground: last.ground, way: between(one, end) }];
    const mask = await differenceFrom(one.frame, at * 2 <= frames.length ? grounds : grounds.reverse());
    const pixels = mask?.reduce((sum, value) => sum + value, 0) ?? 0;
    out.push(pixels >= min && pixels <= max ? mask : undefined);
  }
  return out;
}

/** Growth from one cut to the next beyond which they are not of the same thing. */
const ALIKE = 2.5;
/** Of a subject that is cut out by itself no more is taken for the size of what moves than so many times that. */
const WHOLE = 4;

/**
 * Which of a video's cuts show something that goes through the video: its middle moves by more than the subject is long. What only
 * moves within itself, a head that turns or a hand that waves, does not.
 * @param found one for each cut, in order
 * @param sizes of the subject as each frame by itself shows it, pixels; 0 where it shows none
 */
export function travels(found: readonly (Differing | undefined)[], sizes: readonly number[]): readonly boolean[] {
  const out = found.map(() => false);
  for (let first = 0; first < found.length;) {
    let after = first + 1;
    for (let [one, next] = [found[first], found[after]]; one !== undefined && next !== undefined && one.ground.of.shot === next.ground.of.shot && Math.max(one.pixels, next.pixels) < ALIKE * Math.min(one.pixels, next.pixels); [one, next] = [next, found[after]]) after += 1;
    const chain = found.slice(first, after).filter((one) => one !== undefined);
    const wide = chain.reduce((sum, { pixels }, at) => sum + Math.sqrt(Math.max(pixels, Math.min(sizes[first + at]!, WHOLE * pixels))), 0) / Math.max(1, chain.length);
    const way = chain.reduce((max, one) => chain.reduce((farthest, other) => Math.max(farthest, Math.hypot(one.x - other.x, one.y - other.y)), max), 0);
    if (chain.length > 1 && way > wide) out.fill(true, first, after);
    first = after;
  }
  return out;
}
