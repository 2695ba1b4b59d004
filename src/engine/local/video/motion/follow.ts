/**
 * Tracks an object marked on a video's first frame. In each next frame it is searched near its predicted position,
 * warped by the flow of its surroundings, and its outline is cut again by colour and by motion.
 */
import type { Raster } from '../../scene/scene.js';
import { CLASS, grabCut } from '../../photo/cut-out/cut.js';
import { dilate } from '../../photo/fill/marks.js';
import { flowBetween, greyOf, type Flow } from './flow.js';
import {
  along,
  beganAt,
  boxOf,
  cropped,
  fitMotion,
  placed,
  pixelsOf,
  reachable,
  shiftOf,
  steady,
  type Box,
  type Pose,
  type Shift,
} from './follow-parts.js';

/** The tracked object in one frame: one byte per pixel of the box; 1 belongs to it. */
export interface Spot extends Box {
  readonly data: Uint8Array;
}

/** The tracked object in each frame; undefined where it was not visible. Pixels are those of the examined frames. */
export interface Trace {
  readonly width: number;
  readonly height: number;
  readonly spots: readonly (Spot | undefined)[];
}

/**
 * Margins around an object, pixels: examined with it, inner and outer part of the rim that is cut again, and added to
 * the result.
 */
const ABOUT = { seen: 22, inner: 3, outer: 4, rim: 2 } as const;
/** Distance from an object that is taken as its background, pixels: from, to. */
const RING = [4, 14] as const;
/** Search radius in pixels: for the object, and for its background. */
const REACH = { thing: 18, ground: 12 } as const;
/** Mean colour difference from which a match is rejected, and the frames after which the object is given up. */
const LOST = { off: 34, frames: 6 } as const;
/** A cut whose area changes by more than these factors in one frame is rejected. */
const BELIEVED = { min: 0.78, max: 1.28 } as const;
/**
 * Minimum pixels that an object must move against its background for motion to separate them, and the colour steps that
 * count as evidence.
 */
const APART = { pixels: 1.5, steps: 11 } as const;
/** Allowed share of the marked area for the first cut. Outside these limits the whole marked area is the object. */
const CUT = { min: 0.2, max: 0.97 } as const;

/** What is known about the object from the previous frame. */
export interface Known {
  readonly frame: Raster;
  readonly core: Uint8Array;
  readonly pose: Pose;
  readonly going: Shift;
  readonly ground: Shift;
}

/**
 * @param frames opaque, of one size, 300 to 400 pixels on the longer side
 * @param marked on the first of them, one byte per pixel, 1 is marked; it may be rough and may be larger than the
 * object
 * @param on called for every frame
 * @returns the object's position in each frame, with the marked area around it; undefined once it is lost or a new shot
 * begins
 * @throws Error for a fault inside OpenCV
 */
export async function follow(
  frames: AsyncIterable<Raster> | Iterable<Raster>,
  marked: Uint8Array,
  on: () => void,
): Promise<Trace> {
  const spots: (Spot | undefined)[] = [];
  let [size, known, missing]: [Pick<Raster, 'width' | 'height'>, Known | undefined, number] = [
    { width: 0, height: 0 },
    undefined,
    0,
  ];
  for await (const frame of frames) {
    on();
    if (spots.length === 0) {
      size = { width: frame.width, height: frame.height };
      const core = await firstCut(frame, marked);
      known = initialState(frame, core);
      spots.push(spotOf(known, marked));
      continue;
    }
    if (known === undefined) {
      spots.push(undefined);
      continue;
    }
    const next = await step(known, frame);
    if (next === 'gone') {
      known = undefined;
      spots.push(undefined);
      continue;
    }
    if (next === 'unseen') {
      missing += 1;
      // The object is occluded or the shot has changed. Until it is found again, nothing is removed.
      if (missing > LOST.frames) known = undefined;
      spots.push(undefined);
      continue;
    }
    missing = 0;
    known = next;
    spots.push(spotOf(known, marked));
  }
  return { ...size, spots };
}

/**
 * The state for an object's first frame.
 * @param core one byte per pixel, 1 belongs to the object
 */
export const initialState = (frame: Raster, core: Uint8Array): Known => ({
  frame,
  core,
  pose: beganAt(core, frame.width),
  going: { x: 0, y: 0, off: 0 },
  ground: { x: 0, y: 0, off: 0 },
});

/** Cuts the object out of the marked area. */
async function firstCut(frame: Raster, marked: Uint8Array): Promise<Uint8Array> {
  const { width, height } = frame;
  const box = boxOf(marked, width, height, ABOUT.seen);
  if (box === undefined) return marked;
  const part = cropped(frame, box);
  const inside = placed(marked, width, box);
  const seeds = Uint8Array.from(inside, (value) => (value === 0 ? CLASS.ground : CLASS.likelySubject));
  const { data } = await grabCut(part, seeds, 4);
  const core = new Uint8Array(marked.length);
  let [all, cut] = [0, 0];
  for (let at = 0; at < inside.length; at += 1) {
    all += inside[at]!;
    if (data[at] !== 1 || inside[at] === 0) continue;
    core[(box.y + Math.floor(at / box.width)) * width + box.x + (at % box.width)] = 1;
    cut += 1;
  }
  return cut < all * CUT.min || cut > all * CUT.max ? marked : core;
}

/**
 * Finds the object in the next frame.
 * @returns `gone` when it has left the frame, `unseen` when nothing looks like it
 */
export async function step(known: Known, frame: Raster): Promise<Known | 'gone' | 'unseen'> {
  const { width, height } = frame;
  const near = dilate(known.core, width, height, RING[0]);
  const ring = dilate(known.core, width, height, RING[1]).map((value, at) => (value === 1 && near[at] === 0 ? 1 : 0));
  const going = shiftOf(known.frame, frame, pixelsOf(known.core), known.going, REACH.thing);
  const ground = shiftOf(known.frame, frame, pixelsOf(ring), known.ground, REACH.ground);
  if (going.off > LOST.off) return 'unseen';
  const from = boxOf(known.core, width, height, ABOUT.seen);
  if (from === undefined) return 'gone';
  const to = { ...from, x: from.x + going.x, y: from.y + going.y };
  const [before, after] = [cropped(known.frame, from), cropped(frame, to)];
  const flow = await flowBetween(greyOf(after, Infinity), greyOf(before, Infinity));
  const carried = along(placed(known.core, width, from), flow);
  const cut = await cutAnew(after, carried, separateLayers(known, frame, to, going, ground), to, frame);
  const core = new Uint8Array(width * height);
  let count = 0;
  for (let at = 0; at < cut.length; at += 1) {
    const [x, y] = [to.x + (at % to.width), to.y + Math.floor(at / to.width)];
    if (cut[at] === 0 || x < 0 || y < 0 || x >= width || y >= height) continue;
    core[y * width + x] = 1;
    count += 1;
  }
  if (count < 12) return 'gone';
  return {
    frame,
    core,
    pose: fitMotion(known.pose, moved(carried, flow, from, going), core, width, height),
    going,
    ground,
  };
}

/** Positions of the object's pixels before and after: x, y, x, y. */
function moved(carried: Uint8Array, flow: Flow, from: Box, going: Shift): Float32Array {
  const pairs: number[] = [];
  for (let at = 0; at < carried.length; at += 3) {
    if (carried[at] === 0) continue;
    const [x, y] = [from.x + (at % from.width), from.y + Math.floor(at / from.width)];
    pairs.push(x + flow.data[at * 2]!, y + flow.data[at * 2 + 1]!, x + going.x, y + going.y);
  }
  return Float32Array.from(pairs);
}

/**
 * For each pixel of a box, how much better it matches the object's motion than the background's, in colour steps. All 0
 * when both move alike.
 */
function separateLayers(
  { frame: before }: Known,
  { width, height, data }: Raster,
  box: Box,
  going: Shift,
  ground: Shift,
): Float32Array {
  const better = new Float32Array(box.width * box.height);
  if (Math.hypot(going.x - ground.x, going.y - ground.y) < APART.pixels) return better;
  const off = (x: number, y: number, shift: Shift): number => {
    const [bx, by] = [x - shift.x, y - shift.y];
    if (bx < 0 || by < 0 || bx >= width || by >= height) return 0;
    const [at, from] = [(y * width + x) * 4, (by * width + bx) * 4];
    return (
      (Math.abs(data[at]! - before.data[from]!) +
        Math.abs(data[at + 1]! - before.data[from + 1]!) +
        Math.abs(data[at + 2]! - before.data[from + 2]!)) /
      3
    );
  };
  for (let at = 0; at < better.length; at += 1) {
    const [x, y] = [box.x + (at % box.width), box.y + Math.floor(at / box.width)];
    if (x < 0 || y < 0 || x >= width || y >= height) continue;
    better[at] = off(x, y, ground) - off(x, y, going);
  }
  return steady(better, box.width, box.height);
}

/** Cuts the rim of the warped mask again. */
async function cutAnew(
  part: Raster,
  carried: Uint8Array,
  better: Float32Array,
  box: Box,
  whole: Pick<Raster, 'width' | 'height'>,
): Promise<Uint8Array> {
  const { width, height } = part;
  const outer = dilate(carried, width, height, ABOUT.outer);
  const ground = dilate(
    carried.map((value) => 1 - value),
    width,
    height,
    ABOUT.inner,
  );
  const seeds = new Uint8Array(carried.length);
  const sure = new Uint8Array(carried.length);
  for (let at = 0; at < seeds.length; at += 1) {
    const [x, y] = [box.x + (at % width), box.y + Math.floor(at / width)];
    const isOutside = x < 0 || y < 0 || x >= whole.width || y >= whole.height;
    const vote = better[at]! > APART.steps ? 1 : better[at]! < -APART.steps ? -1 : 0;
    if (outer[at] === 0 || isOutside) seeds[at] = CLASS.ground;
    else if (vote === -1) seeds[at] = CLASS.likelyGround;
    else if (ground[at] === 0) seeds[at] = CLASS.subject;
    else seeds[at] = carried[at] === 1 || vote === 1 ? CLASS.likelySubject : CLASS.likelyGround;
    sure[at] = ground[at] === 0 ? 1 : 0;
  }
  const { data } = await grabCut(part, seeds, 1);
  const cut = reachable(Uint8Array.from(data), sure, width);
  const [was, is] = [carried.reduce((sum, value) => sum + value, 0), cut.reduce((sum, value) => sum + value, 0)];
  return is < was * BELIEVED.min || is > was * BELIEVED.max ? carried : cut;
}

/** The object with its rim, and the originally marked area moved to its current position. */
function spotOf({ frame: { width, height }, core, pose }: Known, marked: Uint8Array): Spot | undefined {
  const whole = dilate(core, width, height, ABOUT.rim);
  const { a, b, x, y } = pose;
  const square = a * a + b * b;
  for (let row = 0, at = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1, at += 1) {
      // Inverse transform, to the position when it was marked.
      const [dx, dy] = [column - x, row - y];
      const [sx, sy] = [Math.round((a * dx + b * dy) / square), Math.round((a * dy - b * dx) / square)];
      if (sx >= 0 && sy >= 0 && sx < width && sy < height && marked[sy * width + sx] === 1) whole[at] = 1;
    }
  }
  const box = boxOf(whole, width, height, 0);
  return box === undefined ? undefined : { ...box, data: placed(whole, width, box) };
}
