/** Tracks one face through a video: its landmarks in each image. */
import type { Raster } from '../../scene/scene.js';
import { onlyFace } from '../../people/face-check.js';
import { readFace, type Face, type Point } from '../../people/landmarks.js';
import { ToolRefusal } from '../../refusal.js';

/** Images between two detections of all faces, and between attempts to find a lost face again. */
const LOOKS = { every: 25, again: 5 } as const;
/**
 * Maximum difference of two landmark estimates of a tracked face, as a share of its size. It is generous because the
 * face moves and may be blurred.
 */
const MAX_DOUBT = 0.07;
/** A face that moves by more than this share of its width from one image to the next belongs to another shot. */
const JUMP = 0.3;
/** Minimum share of a video's images that must show the face. */
const MIN_SEEN = 0.8;
/** Images over which landmarks are smoothed (standard deviation). */
const EVENED = 1.1;

const widthOf = (points: readonly Point[]): number =>
  Math.hypot(points[16]!.x - points[0]!.x, points[16]!.y - points[0]!.y);

const apart = (one: readonly Point[], other: readonly Point[]): number =>
  Math.hypot(one[30]!.x - other[30]!.x, one[30]!.y - other[30]!.y) / Math.max(1, widthOf(one));

function boundsOf(points: readonly Point[]): Face['box'] {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y, score: 1 };
}

/**
 * The single face of an image, or why it cannot be determined.
 * @throws ToolRefusal when there are several
 */
async function alone(image: Raster): Promise<Face | ToolRefusal> {
  try {
    return await onlyFace(image, 'video');
  } catch (error) {
    if (error instanceof ToolRefusal && error.identifier !== 'INPUT_INVALID_FOR_SERVICE') return error;
    throw error;
  }
}

/**
 * Makes the refusal for a video whose face cannot be tracked.
 * @param cause the refusal for one of its images, with the input `video`; undefined when the video has no image
 */
export type FaceRefusal = (cause: ToolRefusal | undefined) => ToolRefusal;

/**
 * Tracks the single face of a video.
 * @param frames the video's images, each read once and not kept
 * @param onFrame called with the index of each image read
 * @param refused makes the error for a video in which no face, several faces or a face turned away is seen for more
 * than a fifth of its length
 * @returns the 68 points of each image in its pixels, smoothed over time; undefined where the face is not visible
 * @throws ToolRefusal of `refused`
 */
export async function trackFace(
  frames: AsyncIterable<Raster>,
  onFrame: (index: number) => void,
  refused: FaceRefusal,
): Promise<readonly (readonly Point[] | undefined)[]> {
  const seen: (readonly Point[] | undefined)[] = [];
  let [sought, cause]: [number, ToolRefusal | undefined] = [-Infinity, undefined];
  try {
    for await (const frame of frames) {
      const index = seen.length;
      const before = seen.at(-1);
      let points: readonly Point[] | undefined;
      if (before !== undefined && index % LOOKS.every !== 0) {
        const followed = await readFace(frame, boundsOf(before));
        if (followed.doubt <= MAX_DOUBT && apart(before, followed.points) < JUMP) points = followed.points;
      }
      if (points === undefined && index - sought >= (before === undefined ? LOOKS.again : 1)) {
        sought = index;
        const face = await alone(frame);
        if (face instanceof ToolRefusal) cause = face;
        else points = face.points;
      }
      seen.push(points);
      onFrame(index);
    }
  } catch (error) {
    if (error instanceof ToolRefusal) throw refused(error);
    throw error;
  }
  const count = seen.filter((points) => points !== undefined).length;
  if (seen.length === 0 || count < MIN_SEEN * seen.length) throw refused(cause);
  return evened(seen);
}

/** Points smoothed over neighbouring images, but not across a cut. */
function evened(seen: readonly (readonly Point[] | undefined)[]): readonly (readonly Point[] | undefined)[] {
  const reach = Math.ceil(EVENED * 2.5);
  const isCut = (at: number): boolean => {
    const [one, other] = [seen[at - 1], seen[at]];
    return one === undefined || other === undefined || apart(one, other) >= JUMP;
  };
  return seen.map((points, at) => {
    if (points === undefined) return undefined;
    const near: { readonly points: readonly Point[]; readonly weight: number }[] = [{ points, weight: 1 }];
    for (const way of [-1, 1]) {
      for (let k = 1; k <= reach; k += 1) {
        const other = seen[at + way * k];
        if (other === undefined || isCut(way < 0 ? at - k + 1 : at + k)) break;
        near.push({ points: other, weight: Math.exp(-0.5 * (k / EVENED) ** 2) });
      }
    }
    const sum = near.reduce((all, { weight }) => all + weight, 0);
    return points.map((_, index) => ({
      x: near.reduce((all, one) => all + one.points[index]!.x * one.weight, 0) / sum,
      y: near.reduce((all, one) => all + one.points[index]!.y * one.weight, 0) / sum,
    }));
  });
}
