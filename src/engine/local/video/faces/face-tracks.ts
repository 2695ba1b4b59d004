/** Faces followed through a video: found now and then, followed from frame to frame between, their landmarks evened out over time. */
import type { Raster } from '../../scene/scene.js';
import { isClear, isFrontal, MIN_HINT } from '../../people/face-check.js';
import { poseOf, readFace, readFaces, type Face, type Point } from '../../people/landmarks.js';
import type { FaceBox } from '../../people/faces.js';
import { greyOf, type Grey } from '../motion/flow.js';

/** Every so many frames all faces are looked for again; as many frames are kept, for a face was there before it was found. */
const EVERY = 5;
/** So many looks in a row must miss a face before it is no longer believed in. */
const MISSED = 4;
/** Frames for which a face may be lost and still be the same when it comes back. */
const GAP = 5;
/** Faces that are followed at once. */
const MAX_FACES = 3;
/** From one frame to the next a face moves by less than this share of its width, and grows by no more than this. */
const STEP = { moved: 0.35, grown: 1.3 } as const;
/** Mean difference of two small frames, of 255, from which one is cut to the other; longest side of those. */
const CUT = 30;
const SEEN = 48;
/** Frames to each side over which landmarks are evened out, and how fast those farther away count less. */
const EVENED = { reach: 3, spread: 1.6 } as const;
/** Frames in which a swapped face comes and goes where the video is not cut. */
const FADE = 3;
/** From where on a face that turns away is let go, and where it is gone. */
const TURNED = { from: 0.6, to: 0.78 } as const;

/** A face at one frame of a video. */
export interface Sighting {
  readonly face: Face;
  /** How much of a swapped face is to be seen, 0 to 1. */
  readonly share: number;
}

/** One face through some frames of a video. */
export interface Track {
  /** The landmarks of each frame in which it was seen. */
  readonly points: Map<number, readonly Point[]>;
  /** Whether the video is cut before its first frame, and after its last; its ends count as cuts. */
  cutBefore: boolean;
  cutAfter: boolean;
  /** Looks in a row that have missed it. */
  missed: number;
}

/** What was found in a video. */
export interface Tracked {
  readonly tracks: readonly Track[];
  /** Whether there were faces at all, turned away ones too. */
  readonly anyFace: boolean;
}

const lastOf = ({ points }: Track): number => Math.max(...points.keys());

/** The box that landmarks take up. */
function boxOf(points: readonly Point[]): FaceBox {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y, score: 1 };
}

const away = (one: FaceBox, other: FaceBox): number =>
  Math.hypot(one.x + one.width / 2 - other.x - other.width / 2, one.y + one.height / 2 - other.y - other.height / 2) / Math.max(one.width, other.width);

const isNear = (one: readonly Point[], other: readonly Point[]): boolean => away(boxOf(one), boxOf(other)) < STEP.moved;

/** A face where it was a frame ago; undefined where it is not to be made out. */
async function followed(frame: Raster, before: readonly Point[]): Promise<readonly Point[] | undefined> {
  const box = boxOf(before);
  const face = await readFace(frame, box);
  const now = boxOf(face.points);
  const grown = now.width / box.width;
  return isClear(face) && away(now, box) < STEP.moved && grown < STEP.grown && grown > 1 / STEP.grown ? face.points : undefined;
}

function isCut(one: Grey, other: Grey): boolean {
  let sum = 0;
  for (let at = 0; at < one.data.length; at += 1) sum += Math.abs(one.data[at]! - other.data[at]!);
  return sum / one.data.length > CUT;
}

/**
 * Follows the faces of a video. Holds some frames at a time.
 * @param on told after each frame
 */
export async function trackFaces(frames: AsyncIterable<Raster> | Iterable<Raster>, on: (index: number) => void): Promise<Tracked> {
  const all: Track[] = [];
  let open: Track[] = [];
  let held: Raster[] = [];
  let [index, anyFace]: [number, boolean] = [0, false];
  let before: Grey | undefined;
  for await (const frame of frames) {
    const small = greyOf(frame, SEEN);
    const cut = before === undefined || isCut(before, small);
    if (cut) {
      for (const track of open) track.cutAfter = true;
      [open, held] = [[], []];
    }
    open = await stillThere(open, frame, index);
    if (cut || index % EVERY === 0) {
      const found = (await readFaces(frame, MIN_HINT)).filter(isClear);
      anyFace ||= found.length > 0;
      open = believed(open, found);
      for (const face of found.filter(isFrontal)) {
        if (open.length >= MAX_FACES || open.some(({ points }) => isNear(points.get(index) ?? [], face.points))) continue;
        open.push(await begun(all, face, held, index));
      }
    }
    held = [...held.slice(1 - EVERY), frame];
    before = small;
    on(index);
    index += 1;
  }
  for (const track of open) track.cutAfter = true;
  return { tracks: all, anyFace };
}

/** Those faces that are there in the next frame too; of two that have become one, the first. */
async function stillThere(open: readonly Track[], frame: Raster, index: number): Promise<Track[]> {
  const there: Track[] = [];
  for (const track of open) {
    const points = await followed(frame, track.points.get(index - 1) ?? []);
    if (points === undefined || there.some((other) => isNear(other.points.get(index) ?? [], points))) continue;
    track.points.set(index, points);
    there.push(track);
  }
  return there;
}

/** Those faces that a look has found, or missed only now and then. */
function believed(open: readonly Track[], found: readonly Face[]): Track[] {
  return open.filter((track) => {
    const points = track.points.get(lastOf(track)) ?? [];
    track.missed = found.some((face) => isNear(points, face.points)) ? 0 : track.missed + 1;
    return track.missed < MISSED;
  });
}

/** A face that was found: one that was lost and is back, or a new one, which was there before it was found. */
async function begun(all: Track[], face: Face, held: readonly Raster[], index: number): Promise<Track> {
  const lost = held.length === 0 ? undefined : all.find((track) => !track.cutAfter && index - lastOf(track) <= GAP && isNear(track.points.get(lastOf(track)) ?? [], face.points));
  const track: Track = lost ?? { points: new Map(), cutBefore: false, cutAfter: false, missed: 0 };
  track.missed = 0;
  track.points.set(index, face.points);
  if (lost !== undefined) return track;
  all.push(track);
  let points: readonly Point[] | undefined = face.points;
  for (let back = 1; back <= held.length; back += 1) {
    points = await followed(held[held.length - back]!, points);
    if (points === undefined) return track;
    track.points.set(index - back, points);
  }
  // It goes back as far as frames are kept: to the video's beginning, a cut, or where it was looked for in vain.
  track.cutBefore = held.length < EVERY - 1 || held.length === index;
  return track;
}

/** Landmarks at a frame, from a line through those of the frames about it. @returns undefined where none are near */
function evened({ points }: Track, index: number): readonly Point[] | undefined {
  const about: { readonly k: number; readonly weight: number; readonly seen: readonly Point[] }[] = [];
  for (let k = -EVENED.reach; k <= EVENED.reach; k += 1) {
    const seen = points.get(index + k);
    if (seen !== undefined) about.push({ k, seen, weight: Math.exp(-(k * k) / (2 * EVENED.spread ** 2)) });
  }
  const [zero, one, two] = [0, 1, 2].map((power) => about.reduce((sum, { k, weight }) => sum + weight * k ** power, 0)) as [number, number, number]; // a tuple in, a tuple out
  if (zero === 0) return undefined;
  const det = zero * two - one * one;
  const shares = about.map(({ k, weight }) => (det < 1e-6 ? weight / zero : (weight * (two - one * k)) / det));
  return about[0]!.seen.map((_, at) => ({
    x: about.reduce((sum, { seen }, k) => sum + shares[k]! * seen[at]!.x, 0), y: about.reduce((sum, { seen }, k) => sum + shares[k]! * seen[at]!.y, 0),
  }));
}

/** Where a face is at a frame; undefined where it is not there or turned away. */
export function sightingAt(track: Track, index: number): Sighting | undefined {
  const [first, last] = [Math.min(...track.points.keys()), lastOf(track)];
  if (index < first || index > last) return undefined;
  const points = evened(track, index);
  if (points === undefined) return undefined;
  const pose = poseOf(points);
  const turned = Math.min(1, Math.max(0, (TURNED.to - Math.abs(pose.yaw)) / (TURNED.to - TURNED.from)));
  const comes = track.cutBefore ? 1 : Math.min(1, (index - first + 1) / FADE);
  const goes = track.cutAfter ? 1 : Math.min(1, (last - index + 1) / FADE);
  const share = turned * comes * goes;
  return share === 0 ? undefined : { face: { box: boxOf(points), points, pose, doubt: 0 }, share };
}

/** How large a face is on the average, pixels. */
export function sizeOf({ points }: Track): number {
  let sum = 0;
  for (const one of points.values()) sum += boxOf(one).width;
  return sum / points.size;
}
