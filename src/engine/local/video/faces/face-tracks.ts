/**
 * Tracks faces through a video. Faces are detected every few frames, tracked in between, and their landmarks are
 * smoothed over time.
 */
import type { Raster } from '../../scene/scene.js';
import { isClear, isFrontal, MIN_HINT } from '../../people/face-check.js';
import { poseOf, readFace, readFaces, type Face, type Point } from '../../people/landmarks.js';
import type { FaceBox } from '../../people/faces.js';
import { greyOf, type Grey } from '../motion/flow.js';

/**
 * Frames between two detections. The same number of frames is kept, because a face was visible before it was detected.
 */
const EVERY = 5;
/** A face is dropped after this many consecutive detections without it. */
const MISSED = 4;
/** Maximum frames for which a face may be lost and still count as the same one. */
const GAP = 5;
/** Maximum number of faces tracked at once. */
const MAX_FACES = 3;
/**
 * From one frame to the next, a face moves by less than this share of its width and changes in size by at most this
 * factor.
 */
const STEP = { moved: 0.35, grown: 1.3 } as const;
/** Mean difference of two small frames, of 255, from which there is a cut; longest side of these frames. */
const CUT = 30;
const SEEN = 48;
/** Frames on each side over which landmarks are smoothed, and the spread of the weights. */
const EVENED = { reach: 3, spread: 1.6 } as const;
/** Frames over which a swapped face fades in and out, except at a cut. */
const FADE = 3;
/** Yaw from which a face that turns away fades out, and at which it is gone. */
const TURNED = { from: 0.6, to: 0.78 } as const;

/** A face in one frame of a video. */
export interface Sighting {
  readonly face: Face;
  /** Opacity of the swapped face, 0 to 1. */
  readonly share: number;
}

/** One face through a range of a video's frames. */
export interface Track {
  /** The landmarks in each frame in which the face was seen. */
  readonly points: Map<number, readonly Point[]>;
  /**
   * Whether there is a cut before its first frame, and after its last one. The video's beginning and end count as cuts.
   */
  cutBefore: boolean;
  cutAfter: boolean;
  /** Consecutive detections without it. */
  missed: number;
}

/** The faces found in a video. */
export interface Tracked {
  readonly tracks: readonly Track[];
  /** Whether any face was seen, including faces that are turned away. */
  readonly anyFace: boolean;
}

const lastOf = ({ points }: Track): number => Math.max(...points.keys());

/** Bounding box of the landmarks. */
function boxOf(points: readonly Point[]): FaceBox {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y, score: 1 };
}

const away = (one: FaceBox, other: FaceBox): number =>
  Math.hypot(one.x + one.width / 2 - other.x - other.width / 2, one.y + one.height / 2 - other.y - other.height / 2) /
  Math.max(one.width, other.width);

const isNear = (one: readonly Point[], other: readonly Point[]): boolean => away(boxOf(one), boxOf(other)) < STEP.moved;

/** Finds a face near its position in the previous frame; undefined when it is not recognisable. */
async function followed(frame: Raster, before: readonly Point[]): Promise<readonly Point[] | undefined> {
  const box = boxOf(before);
  const face = await readFace(frame, box);
  const now = boxOf(face.points);
  const grown = now.width / box.width;
  return isClear(face) && away(now, box) < STEP.moved && grown < STEP.grown && grown > 1 / STEP.grown
    ? face.points
    : undefined;
}

function isCut(one: Grey, other: Grey): boolean {
  let sum = 0;
  for (let at = 0; at < one.data.length; at += 1) sum += Math.abs(one.data[at]! - other.data[at]!);
  return sum / one.data.length > CUT;
}

/**
 * Tracks the faces of a video. Holds a few frames at a time.
 * @param on called after each frame
 */
export async function trackFaces(
  frames: AsyncIterable<Raster> | Iterable<Raster>,
  on: (index: number) => void,
): Promise<Tracked> {
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
        if (open.length >= MAX_FACES || open.some(({ points }) => isNear(points.get(index) ?? [], face.points)))
          continue;
        open.push(await startTrack(all, face, held, index));
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

/** The faces that are still visible in the next frame. When two tracks have merged, the first is kept. */
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

/** The faces that were detected again, or missed only occasionally. */
function believed(open: readonly Track[], found: readonly Face[]): Track[] {
  return open.filter((track) => {
    const points = track.points.get(lastOf(track)) ?? [];
    track.missed = found.some((face) => isNear(points, face.points)) ? 0 : track.missed + 1;
    return track.missed < MISSED;
  });
}

/**
 * Starts a track for a detected face, or resumes a lost one. A new face is traced back to the frames before its
 * detection.
 */
async function startTrack(all: Track[], face: Face, held: readonly Raster[], index: number): Promise<Track> {
  const lost =
    held.length === 0
      ? undefined
      : all.find(
          (track) =>
            !track.cutAfter &&
            index - lastOf(track) <= GAP &&
            isNear(track.points.get(lastOf(track)) ?? [], face.points),
        );
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
  // It is traced back through the kept frames: to the video's beginning, a cut, or the last detection without it.
  track.cutBefore = held.length < EVERY - 1 || held.length === index;
  return track;
}

/**
 * Landmarks in a frame, from a line fitted through neighbouring frames.
 * @returns undefined when there are none nearby
 */
function evened({ points }: Track, index: number): readonly Point[] | undefined {
  const about: { readonly k: number; readonly weight: number; readonly seen: readonly Point[] }[] = [];
  for (let k = -EVENED.reach; k <= EVENED.reach; k += 1) {
    const seen = points.get(index + k);
    if (seen !== undefined) about.push({ k, seen, weight: Math.exp(-(k * k) / (2 * EVENED.spread ** 2)) });
  }
  const [zero, one, two] = [0, 1, 2].map((power) =>
    about.reduce((sum, { k, weight }) => sum + weight * k ** power, 0),
  ) as [number, number, number]; // a tuple in, a tuple out
  if (zero === 0) return undefined;
  const det = zero * two - one * one;
  const shares = about.map(({ k, weight }) => (det < 1e-6 ? weight / zero : (weight * (two - one * k)) / det));
  return about[0]!.seen.map((_, at) => ({
    x: about.reduce((sum, { seen }, k) => sum + shares[k]! * seen[at]!.x, 0),
    y: about.reduce((sum, { seen }, k) => sum + shares[k]! * seen[at]!.y, 0),
  }));
}

/** A face in a frame; undefined when it is not visible or turned away. */
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

/** Mean size of a face, pixels. */
export function sizeOf({ points }: Track): number {
  let sum = 0;
  for (const one of points.values()) sum += boxOf(one).width;
  return sum / points.size;
}
