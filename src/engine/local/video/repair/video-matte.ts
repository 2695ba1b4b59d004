/**
 * Finds the subject of a video in each frame. Key frames are cut out, tracked in both directions and smoothed over
 * time. The subject is what moves independently; where nothing does, it is what stands out in the frame.
 */
import type { Raster } from '../../scene/scene.js';
import { matte } from '../../photo/cut-out/matte.js';
import { ToolRefusal } from '../../refusal.js';
import { initialState, step, type Known } from '../motion/follow.js';
import {
  differences,
  differing,
  sampled,
  travels,
  type Differing,
  type Sample,
} from '../motion/motion-segmentation.js';

/**
 * Frames between two key frames; frames between two samples for the background; and frames around a key frame that are
 * examined for its background.
 */
const EVERY = { cut: 20, sample: 5 } as const;
const ABOUT = 75;
/**
 * Minimum intersection over union for two masks to be of the same subject: for masks of the same kind, and for a
 * salient mask against one known to move.
 */
const SAME = { alike: 0.5, doubted: 0.75 } as const;
/** A pixel belongs to the subject from this alpha on. */
const OF_IT = 128;

/** A video's mattes, in pixels of the examined frames. */
export interface VideoMatte {
  readonly width: number;
  readonly height: number;
  /** One per frame, one byte per pixel; 255 certainly belongs to the subject. Undefined when no subject is visible. */
  readonly mattes: readonly (Uint8Array | undefined)[];
}

const quiet = (): void => undefined;

/** The subject of a single frame; undefined when nothing stands out. */
async function cutAlone(frame: Raster): Promise<Uint8Array | undefined> {
  try {
    const { data } = await matte(frame, quiet);
    return Uint8Array.from({ length: frame.width * frame.height }, (_, at) => (data[at * 4 + 3]! >= OF_IT ? 1 : 0));
  } catch (error) {
    if (error instanceof ToolRefusal) return undefined;
    throw error;
  }
}

/** Agreement of two masks: intersection over union, 0..1. */
export function agreement(one: Uint8Array, other: Uint8Array): number {
  let [both, either] = [0, 0];
  for (let at = 0; at < one.length; at += 1) {
    const [a, b] = [one[at] !== 0, other[at] !== 0];
    both += a && b ? 1 : 0;
    either += a || b ? 1 : 0;
  }
  return either === 0 ? 0 : both / either;
}

/** Tracks a mask through frames; returns nothing from where it is lost. */
async function followed(frames: readonly Raster[], from: Uint8Array | undefined): Promise<(Uint8Array | undefined)[]> {
  const [first, ...others] = frames;
  if (first === undefined || from === undefined) return frames.map(() => undefined);
  let known: Known | undefined = initialState(first, from);
  const masks: (Uint8Array | undefined)[] = [from];
  for (const frame of others) {
    const next: Known | 'gone' | 'unseen' = known === undefined ? 'gone' : await step(known, frame);
    known = next === 'gone' || next === 'unseen' ? undefined : next;
    masks.push(known?.core);
  }
  return masks;
}

/** Combines the forward and backward tracks of a frame, weighted by the distance to each key frame: 0..255. */
function mixed(one: Uint8Array | undefined, other: Uint8Array | undefined, share: number): Uint8Array | undefined {
  if (one === undefined || other === undefined) return (one ?? other)?.map((value) => value * 255);
  return one.map((value, at) => Math.round(255 * (value * (1 - share) + other[at]! * share)));
}

/** Averages each matte with its neighbours at half weight, so that small differences between frames do not flicker. */
function steadied(mattes: readonly (Uint8Array | undefined)[]): readonly (Uint8Array | undefined)[] {
  return mattes.map((here, index) => {
    const [before, after] = [mattes[index - 1], mattes[index + 1]];
    if (here === undefined || before === undefined || after === undefined) return here;
    return here.map((value, at) => (before[at]! + 2 * value + after[at]!) >> 2);
  });
}

/** Subject of a key frame, whether it was found by motion, and what motion alone shows in this frame. */
interface Key {
  readonly mask: Uint8Array | undefined;
  readonly isKnown: boolean;
  readonly moving?: Differing;
}

const NOTHING: Key = { mask: undefined, isKnown: false };

type Frames = AsyncIterable<Raster> | Iterable<Raster>;

/** Yields samples of a video, including its last frame. */
async function* samplesOf(frames: Frames, on: () => void): AsyncGenerator<Sample, void, undefined> {
  let [index, before, left]: [number, Sample | undefined, Raster | undefined] = [0, undefined, undefined];
  for await (const frame of frames) {
    on();
    left = frame;
    if (index % EVERY.sample === 0) {
      before = await sampled(index, frame, before);
      left = undefined;
      yield before;
    }
    index += 1;
  }
  if (left !== undefined) yield await sampled(index - 1, left, before);
}

/** The subject in each key frame, including the last frame. */
async function keysOf(frames: Frames, on: () => void): Promise<readonly Key[]> {
  const alone: (Uint8Array | undefined)[] = [];
  const moving: (Differing | undefined)[] = [];
  const waiting: Sample[] = [];
  let samples: Sample[] = [];
  const cutOut = async (key: Sample): Promise<void> => {
    alone.push(await cutAlone(key.frame));
    moving.push(
      await differing(
        key,
        samples.filter(({ index }) => Math.abs(index - key.index) <= ABOUT),
      ),
    );
  };
  let last: Sample | undefined;
  for await (const sample of samplesOf(frames, on)) {
    last = sample;
    samples.push(sample);
    if (sample.index % EVERY.cut === 0) waiting.push(sample);
    while (waiting[0] !== undefined && sample.index >= waiting[0].index + ABOUT) await cutOut(waiting.shift()!);
    const first = (waiting[0] ?? sample).index - ABOUT;
    samples = samples.filter(({ index }) => index >= first);
  }
  if (last !== undefined && last.index % EVERY.cut !== 0) waiting.push(last);
  for (const key of waiting) await cutOut(key);
  const isMoving = travels(
    moving,
    alone.map((mask) => mask?.reduce((sum, value) => sum + value, 0) ?? 0),
  );
  return alone.map((mask, at) => {
    const found = moving[at];
    return isMoving[at] === true && found !== undefined
      ? { mask: found.mask, isKnown: true, moving: found }
      : { mask, isKnown: false };
  });
}

/** Whether the new key frame's mask replaces the tracked one when the two differ. */
function isTaken(key: Key, carried: Uint8Array | undefined, end: Key): boolean {
  if (end.mask === undefined) return false;
  if (carried === undefined || end.isKnown) return true;
  return agreement(carried, end.mask) >= (key.isKnown ? SAME.doubted : SAME.alike);
}

/**
 * @param read opens the frames from the first one, on every call: opaque, of one size, 250 to 400 pixels on the longer
 * side
 * @param on called twice for every frame
 * @throws ToolRefusal INPUT_INVALID_FOR_SERVICE {input: 'video', reason: 'no-subject'} when no frame contains a subject
 */
export async function videoMatte(read: () => Frames, on: () => void): Promise<VideoMatte> {
  const keys = await keysOf(read(), on);
  let key = keys[0];
  if (key === undefined || keys.every(({ mask }) => mask === undefined))
    throw new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input: 'video', reason: 'no-subject' });
  const mattes: (Uint8Array | undefined)[] = [key.mask?.map((value) => value * 255)];
  let [size, run, next]: [Pick<Raster, 'width' | 'height'>, Raster[], number] = [{ width: 0, height: 0 }, [], 1];
  const between = async (from: Key, end: Key): Promise<Key> => {
    const frameDifferences =
      from.moving !== undefined && end.moving !== undefined ? await differences(run, from.moving, end.moving) : [];
    const isKnown = run.every((_, at) => at === 0 || frameDifferences[at] !== undefined);
    const forth = isKnown ? [] : await followed(run, from.mask);
    const carried = isKnown ? end.mask : forth.at(-1);
    const taken = isTaken(from, carried, end);
    // When motion shows that the earlier salient mask was a different object, that mask is not blended in.
    const isOther =
      end.isKnown &&
      !from.isKnown &&
      carried !== undefined &&
      end.mask !== undefined &&
      agreement(carried, end.mask) < SAME.alike;
    const back = taken && !isKnown ? (await followed([...run].reverse(), end.mask)).reverse() : [];
    for (let at = 1; at < run.length; at += 1)
      mattes.push(
        frameDifferences[at]?.map((value) => value * 255) ??
          mixed(isOther ? undefined : forth[at], back[at], at / (run.length - 1)),
      );
    return taken ? end : { mask: carried, isKnown: from.isKnown };
  };
  for await (const frame of read()) {
    on();
    size = { width: frame.width, height: frame.height };
    run.push(frame);
    if (run.length <= EVERY.cut) continue;
    key = await between(key, keys[next] ?? NOTHING);
    next += 1;
    run = run.slice(-1);
  }
  if (run.length > 1) await between(key, keys[next] ?? NOTHING);
  return { ...size, mattes: steadied(mattes) };
}
