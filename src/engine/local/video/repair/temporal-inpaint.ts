/**
 * Fills hidden pixels with what other frames show there. Each hidden pixel is followed along the optical flow, backward
 * and forward, to the nearest frame that shows it (as in Gao, Saraf, Huang and Kopf 2020, without their networks). What
 * no frame shows is filled in one frame and carried along.
 */
import type { Raster } from '../../scene/scene.js';
import { spreadKnown } from '../../photo/fill/push-pull-fill.js';
import { dilate } from '../../photo/fill/marks.js';
import { fillImage } from '../../photo/fill/remove-object.js';
import { flowsBetween, glimpse, isCut, moved, type Area, type AreaFlow } from '../motion/occluded-flow.js';

/** A frame and its hidden pixels. */
export interface Holed {
  /** Opaque; filled in place. */
  readonly frame: Raster;
  /**
   * One byte per pixel of the area; non-zero means hidden. Cleared as pixels are filled. Undefined when nothing is
   * hidden.
   */
  readonly hole: Uint8Array | undefined;
}

/** Motion of the area between two frames, in both directions. */
interface Step {
  readonly forward: AreaFlow;
  readonly back: AreaFlow;
}

/** For each requested pixel, where it was found: the frame (-1 for none) and the position in the area. */
interface Found {
  readonly frame: Int16Array;
  readonly x: Float32Array;
  readonly y: Float32Array;
}

/** Pixels around a hole that are looked up too. Their known colours show how accurate the other lookups are. */
const RIM = 2;
/** Tolerance of the forward-backward check: pixels, plus a share of the displacement. */
const ASTRAY = { pixels: 0.7, part: 0.06 } as const;
/** Error at the rim in brightness steps: trust is halved at `half` and zero at `none`. */
const MISSED = { half: 10, none: 30 } as const;
/** Maximum correction from the rim, brightness steps. */
const MAX_SHIFT = 40;
/**
 * Frames between two that are inpainted from their own surroundings, and propagation rounds before each frame is
 * inpainted alone.
 */
const KEY_EVERY = 24;
const ITERATIONS = 3;

/** The request for one frame: its hidden pixels and their rim, and the bounding box. */
interface HoleArea {
  readonly pixels: Int32Array;
  readonly hidden: Uint8Array;
  readonly box: Area;
}

function holeAreaOf(hole: Uint8Array, { width, height }: Area): HoleArea | undefined {
  const wide = dilate(hole, width, height, RIM);
  const pixels: number[] = [];
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let at = 0; at < wide.length; at += 1) {
    if (wide[at] === 0) continue;
    const x = at % width;
    const y = (at - x) / width;
    pixels.push(at);
    left = Math.min(left, x);
    right = Math.max(right, x + 1);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y + 1);
  }
  if (!hole.some((value) => value !== 0)) return undefined;
  return {
    pixels: Int32Array.from(pixels),
    hidden: hole,
    box: { x: left, y: top, width: right - left, height: bottom - top },
  };
}

/** Result of a sweep for the previous frame: where each pixel of the area was found. */
class Trail {
  readonly frame: Int16Array;
  readonly x: Float32Array;
  readonly y: Float32Array;

  constructor(size: number) {
    this.frame = new Int16Array(size).fill(-1);
    this.x = new Float32Array(size);
    this.y = new Float32Array(size);
  }
}

/**
 * Follows the hidden pixels of all frames in one direction.
 * @param way 1 looks into earlier frames, -1 into later ones
 */
function sweep(
  frames: readonly Holed[],
  steps: readonly (Step | undefined)[],
  holes: readonly (HoleArea | undefined)[],
  area: Area,
  way: 1 | -1,
): readonly (Found | undefined)[] {
  const size = area.width * area.height;
  const found: (Found | undefined)[] = frames.map(() => undefined);
  let [last, next] = [new Trail(size), new Trail(size)];
  for (let order = 0; order < frames.length; order += 1) {
    const index = way === 1 ? order : frames.length - 1 - order;
    const ask = holes[index];
    const step = steps[way === 1 ? index - 1 : index];
    if (ask !== undefined && step !== undefined) {
      const [there, home] = way === 1 ? [step.back, step.forward] : [step.forward, step.back];
      found[index] = look(ask, there, home, frames, { index: index - way, trail: last }, area);
    }
    next.frame.fill(-1);
    const here = found[index];
    if (ask !== undefined && here !== undefined) {
      for (let i = 0; i < ask.pixels.length; i += 1) {
        const at = ask.pixels[i]!;
        next.frame[at] = here.frame[i]!;
        next.x[at] = here.x[i]!;
        next.y[at] = here.y[i]!;
      }
    }
    [last, next] = [next, last];
  }
  return found;
}

/** Looks pixels up one frame further, in frame `index`; `trail` holds what was found there. */
function look(
  { pixels }: HoleArea,
  there: AreaFlow,
  home: AreaFlow,
  frames: readonly Holed[],
  { index, trail }: { readonly index: number; readonly trail: Trail },
  area: Area,
): Found {
  const { width, height } = area;
  const found: Found = {
    frame: new Int16Array(pixels.length).fill(-1),
    x: new Float32Array(pixels.length),
    y: new Float32Array(pixels.length),
  };
  const [to, back] = [new Float32Array(2), new Float32Array(2)];
  const { hole } = frames[index]!;
  for (let i = 0; i < pixels.length; i += 1) {
    const at = pixels[i]!;
    const x = at % width;
    const y = (at - x) / width;
    moved(there, area, x, y, to);
    const [tx, ty] = [to[0]!, to[1]!];
    const [nx, ny] = [Math.round(tx), Math.round(ty)];
    if (nx < 0 || ny < 0 || nx >= width || ny >= height) continue;
    moved(home, area, tx, ty, back);
    if (Math.hypot(back[0]! - x, back[1]! - y) > ASTRAY.pixels + ASTRAY.part * Math.hypot(tx - x, ty - y)) continue;
    const near = ny * width + nx;
    if (hole === undefined || hole[near] === 0) {
      // Between pixels of which some are hidden no colour can be interpolated, so the nearest visible one is used.
      const whole = isSeen(hole, width, height, tx, ty);
      found.frame[i] = index;
      found.x[i] = whole ? tx : nx;
      found.y[i] = whole ? ty : ny;
    } else if (trail.frame[near] !== -1) {
      const source = trail.frame[near]!;
      const [sx, sy] = [trail.x[near]! + tx - nx, trail.y[near]! + ty - ny];
      // The fractional displacements add up from frame to frame and may lead into a hidden pixel.
      const whole = isSeen(frames[source]!.hole, width, height, sx, sy);
      found.frame[i] = source;
      found.x[i] = whole ? sx : trail.x[near]!;
      found.y[i] = whole ? sy : trail.y[near]!;
    }
  }
  return found;
}

/** Whether all pixels needed to interpolate at this position are visible. */
function isSeen(hole: Uint8Array | undefined, width: number, height: number, x: number, y: number): boolean {
  if (hole === undefined) return true;
  const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))];
  const [right, below] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)];
  return (
    hole[top * width + left] === 0 &&
    hole[top * width + right] === 0 &&
    hole[below * width + left] === 0 &&
    hole[below * width + right] === 0
  );
}

/** Interpolated colour of a frame at a position in the area; written into `to`. */
function colourAt({ width, height, data }: Raster, area: Area, x: number, y: number, to: Float32Array): void {
  const px = Math.min(Math.max(area.x + x, 0), width - 1);
  const py = Math.min(Math.max(area.y + y, 0), height - 1);
  const [left, top] = [Math.floor(px), Math.floor(py)];
  const right = left + 1 < width ? 4 : 0;
  const below = top + 1 < height ? width * 4 : 0;
  const [u, v] = [px - left, py - top];
  const at = (top * width + left) * 4;
  for (let k = 0; k < 3; k += 1) {
    const upper = data[at + k]! + (data[at + k + right]! - data[at + k]!) * u;
    const lower = data[at + k + below]! + (data[at + k + below + right]! - data[at + k + below]!) * u;
    to[k] = upper + (lower - upper) * v;
  }
}

/** Result of one sweep for a frame: colours by pixel, and their trust, 0..1. */
interface Said {
  readonly colours: Float32Array;
  readonly trust: Float32Array;
}

/** Reads the colours that were found, and corrects them by the error at the rim (a membrane, as in Poisson cloning). */
function read(
  frames: readonly Holed[],
  index: number,
  { pixels, hidden, box }: HoleArea,
  found: Found,
  area: Area,
): Said {
  const { frame } = frames[index]!;
  const [colours, trust] = [new Float32Array(pixels.length * 3), new Float32Array(pixels.length)];
  const sums = new Float32Array(box.width * box.height * 5);
  const colour = new Float32Array(3);
  const inBox = (at: number): number =>
    ((Math.floor(at / area.width) - box.y) * box.width + (at % area.width) - box.x) * 5;
  for (let i = 0; i < pixels.length; i += 1) {
    const source = found.frame[i]!;
    if (source === -1) continue;
    colourAt(frames[source]!.frame, area, found.x[i]!, found.y[i]!, colour);
    colours.set(colour, i * 3);
    const at = pixels[i]!;
    if (hidden[at] !== 0) continue;
    const to = inBox(at);
    const true0 = ((area.y + Math.floor(at / area.width)) * frame.width + area.x + (at % area.width)) * 4;
    let missed = 0;
    for (let k = 0; k < 3; k += 1) {
      const difference = colour[k]! - frame.data[true0 + k]!;
      sums[to + k] = Math.min(MAX_SHIFT, Math.max(-MAX_SHIFT, difference));
      missed += Math.abs(difference) / 3;
    }
    sums[to + 3] = missed;
    sums[to + 4] = 1;
  }
  spreadKnown(box.width, box.height, sums, 5);
  for (let i = 0; i < pixels.length; i += 1) {
    if (found.frame[i] === -1) continue;
    const from = inBox(pixels[i]!);
    for (let k = 0; k < 3; k += 1) colours[i * 3 + k]! -= sums[from + k]!;
    const missed = sums[from + 3]!;
    const away = Math.abs(found.frame[i]! - index);
    trust[i] = missed > MISSED.none ? 0 : 1 / (1 + (missed / MISSED.half) ** 2) / (away * away);
  }
  return { colours, trust };
}

/**
 * Writes the sweeps' colours into a frame where they are trusted. The others stay hidden.
 * @returns the number of pixels still hidden
 */
function write({ frame, hole }: Holed, { pixels }: HoleArea, said: readonly Said[], area: Area): number {
  if (hole === undefined) return 0;
  let left = 0;
  for (let i = 0; i < pixels.length; i += 1) {
    const at = pixels[i]!;
    if (hole[at] === 0) continue;
    const total = said.reduce((sum, { trust }) => sum + trust[i]!, 0);
    if (total === 0) {
      left += 1;
      continue;
    }
    const to = ((area.y + Math.floor(at / area.width)) * frame.width + area.x + (at % area.width)) * 4;
    for (let k = 0; k < 3; k += 1)
      frame.data[to + k] = said.reduce((sum, { colours, trust }) => sum + colours[i * 3 + k]! * trust[i]!, 0) / total;
    hole[at] = 0;
  }
  return left;
}

/**
 * One round of lookups in both directions.
 * @returns the number of pixels still hidden in each frame
 */
function fillFound(frames: readonly Holed[], steps: readonly (Step | undefined)[], area: Area): readonly number[] {
  const holes = frames.map(({ hole }) => (hole === undefined ? undefined : holeAreaOf(hole, area)));
  const sweeps = [sweep(frames, steps, holes, area, 1), sweep(frames, steps, holes, area, -1)];
  const said = holes.map((ask, index) =>
    ask === undefined
      ? []
      : sweeps.flatMap((found) => (found[index] === undefined ? [] : [read(frames, index, ask, found[index], area)])),
  );
  // All frames are read before any is written, because pixels filled in this round must not be copied from.
  return holes.map((ask, index) => (ask === undefined ? 0 : write(frames[index]!, ask, said[index]!, area)));
}

/** Inpaints the remaining pixels of one frame from its own surroundings. */
async function fillAlone({ frame, hole }: Holed, area: Area): Promise<void> {
  if (hole === undefined) return;
  const whole = new Uint8Array(frame.width * frame.height);
  for (let y = 0; y < area.height; y += 1)
    whole.set(hole.subarray(y * area.width, (y + 1) * area.width), (area.y + y) * frame.width + area.x);
  await fillImage(frame, whole);
  hole.fill(0);
}

/** Selects the middle frame of each run of frames with hidden pixels; long runs are split first. */
function keysOf(left: readonly number[]): readonly number[] {
  const keys: number[] = [];
  for (let from = 0; from < left.length;) {
    let length = 0;
    while (length < KEY_EVERY && from + length < left.length && left[from + length]! > 0) length += 1;
    if (length > 0) keys.push(from + Math.floor(length / 2));
    from += Math.max(1, length);
  }
  return keys;
}

const joined = (one: Uint8Array | undefined, other: Uint8Array | undefined): Uint8Array | undefined =>
  one === undefined || other === undefined ? (one ?? other) : other.map((value, at) => value | one[at]!);

/** Motion of the area between two frames; undefined at a cut. */
async function stepBetween(one: Holed, other: Holed, area: Area): Promise<Step | undefined> {
  // Pixels hidden in either frame cannot be compared.
  const hole = joined(one.hole, other.hole);
  const [before, after] = [glimpse(one.frame, area, hole), glimpse(other.frame, area, hole)];
  const flows = await flowsBetween(before, after, area);
  return isCut(before, after, flows.forward, area) ? undefined : flows;
}

/**
 * Fills the holes of a sequence of frames, in place. Deterministic.
 * @param frames of one size, in order; frames without a hole are only copied from
 * @param area contains all holes
 */
export async function temporalInpaint(frames: readonly Holed[], area: Area): Promise<void> {
  if (!frames.some(({ hole }) => hole?.some((value) => value !== 0) === true)) return;
  const isWhole = frames.map(({ hole }) => hole?.some((value) => value !== 0) !== true);
  const steps: (Step | undefined)[] = [];
  for (let index = 1; index < frames.length; index += 1) {
    // No flow is needed between two frames without holes.
    steps.push(
      isWhole[index - 1]! && isWhole[index]! ? undefined : await stepBetween(frames[index - 1]!, frames[index]!, area),
    );
  }
  let left = fillFound(frames, steps, area);
  for (let round = 0; round < ITERATIONS && left.some((count) => count > 0); round += 1) {
    for (const key of keysOf(left)) await fillAlone(frames[key]!, area);
    left = fillFound(frames, steps, area);
  }
  for (const [index, count] of left.entries()) if (count > 0) await fillAlone(frames[index]!, area);
}
