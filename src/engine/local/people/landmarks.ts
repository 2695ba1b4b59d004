/** Landmarks and pose of a face: the 68 points of face-api (MIT), 0.4 MB of weights, about 0.03 s a face. */
import type { Raster } from '../scene/scene.js';
import { cropTo } from '../photo/crop.js';
import { askNet, findFaces, type FaceBox } from './faces.js';
import { resample } from '../photo/resample.js';

/** Pixels of an image. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Direction in which a face looks. */
export interface Pose {
  /** Clockwise rotation of the line between the eyes, radians. */
  readonly roll: number;
  /**
   * Rotation to the side: 0 from the front, about 0.5 in half profile, 1 in profile; positive to the right of the
   * image.
   */
  readonly yaw: number;
}

export interface Face {
  readonly box: FaceBox;
  /**
   * 68: jaw 0–16 from the left of the image, brows 17–26, nose 27–35, eyes 36–47, mouth 48–67 (the order of the iBUG
   * 300-W set).
   */
  readonly points: readonly Point[];
  readonly pose: Pose;
  /**
   * Difference of two landmark estimates, as a share of the face's size: about 0.02 for a face, 0.1 and more for
   * anything else.
   */
  readonly doubt: number;
}

/** Index ranges of a face's parts in {@link Face.points}. */
export const PARTS = {
  jaw: [0, 17],
  leftBrow: [17, 22],
  rightBrow: [22, 27],
  nose: [27, 36],
  leftEye: [36, 42],
  rightEye: [42, 48],
  lips: [48, 60],
  mouth: [60, 68],
} as const;
export type Part = keyof typeof PARTS;

export const partOf = ({ points }: Pick<Face, 'points'>, part: Part): readonly Point[] => points.slice(...PARTS[part]);

export function middle(points: readonly Point[]): Point {
  return {
    x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
    y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
  };
}

/** A rotated square of an image: the network's input for a face. */
export interface Window {
  readonly centre: Point;
  /** Pixels of the image. */
  readonly side: number;
  /** Radians, clockwise. */
  readonly roll: number;
}

/** Converts a point of a window, 0 to 1 across and down, to the image. */
export function inImage({ centre, side, roll }: Window, u: number, v: number): Point {
  const [across, down] = [(u - 0.5) * side, (v - 0.5) * side];
  return {
    x: centre.x + across * Math.cos(roll) - down * Math.sin(roll),
    y: centre.y + across * Math.sin(roll) + down * Math.cos(roll),
  };
}

/** The content of a window, `side` pixels wide; beyond the image's edge its edge pixels repeat. */
export async function throughWindow(image: Raster, window: Window, side: number): Promise<Raster> {
  const reach = window.side * 0.75;
  const x = Math.min(image.width - 1, Math.max(0, Math.floor(window.centre.x - reach)));
  const y = Math.min(image.height - 1, Math.max(0, Math.floor(window.centre.y - reach)));
  const width = Math.max(1, Math.min(image.width, Math.ceil(window.centre.x + reach)) - x);
  const height = Math.max(1, Math.min(image.height, Math.ceil(window.centre.y + reach)) - y);
  const scale = Math.min(1, side / window.side);
  const part = await resample(
    cropTo(image, { x, y, width, height }),
    Math.max(1, Math.round(width * scale)),
    Math.max(1, Math.round(height * scale)),
  );
  const data = new Uint8ClampedArray(side * side * 4);
  for (let row = 0; row < side; row += 1)
    for (let column = 0; column < side; column += 1) {
      const at = inImage(window, (column + 0.5) / side, (row + 0.5) / side);
      sample(
        part,
        ((at.x - x) * part.width) / width - 0.5,
        ((at.y - y) * part.height) / height - 0.5,
        data,
        (row * side + column) * 4,
      );
    }
  return { width: side, height: side, data };
}

/**
 * Writes the interpolated colour of an image at a position; beyond its edge the edge pixels repeat.
 * @param to index in `into`
 */
export function sample(
  { width, height, data }: Raster,
  x: number,
  y: number,
  into: Uint8ClampedArray | Float32Array,
  to: number,
): void {
  const [px, py] = [Math.min(Math.max(x, 0), width - 1), Math.min(Math.max(y, 0), height - 1)];
  const [left, top] = [Math.floor(px), Math.floor(py)];
  const [u, v] = [px - left, py - top];
  const at = (top * width + left) * 4;
  const right = left + 1 < width ? 4 : 0;
  const below = top + 1 < height ? width * 4 : 0;
  for (let k = 0; k < 4; k += 1) {
    const upper = data[at + k]! * (1 - u) + data[at + right + k]! * u;
    const lower = data[at + below + k]! * (1 - u) + data[at + below + right + k]! * u;
    into[to + k] = upper * (1 - v) + lower * v;
  }
}

/** Side of the network's input, pixels. */
const SHOWN = 160;

async function pointsIn(image: Raster, window: Window): Promise<readonly Point[]> {
  const found = await askNet('faceLandmark68Net', await throughWindow(image, window, SHOWN), (api, input) =>
    api.nets.faceLandmark68Net.detectLandmarks(input),
  );
  const [one] = Array.isArray(found) ? found : [found];
  if (one === undefined) throw new Error('the landmark network gave no output');
  return one.positions.map(({ x, y }) => inImage(window, x / SHOWN, y / SHOWN));
}

function rollOf(points: readonly Point[]): number {
  const [left, right] = [middle(partOf({ points }, 'leftEye')), middle(partOf({ points }, 'rightEye'))];
  return Math.atan2(right.y - left.y, right.x - left.x);
}

/**
 * Pose by the landmarks: offset of the nose's tip from the middle between the jaw's ends, along the line of the eyes.
 */
export function poseOf(points: readonly Point[]): Pose {
  const roll = rollOf(points);
  const along = ({ x, y }: Point): number => x * Math.cos(roll) + y * Math.sin(roll);
  const [left, right, tip] = [along(points[0]!), along(points[16]!), along(points[30]!)];
  return { roll, yaw: (tip - (left + right) / 2) / Math.max(1, (right - left) / 2) };
}

/** Size of the second pass's window, relative to the landmarks' extent. */
const SECOND_LOOK = 1.3;

/** The window in which the points stand upright. */
function windowOf(points: readonly Point[], roll: number): Window {
  const turned = points.map(({ x, y }) => ({
    x: x * Math.cos(roll) + y * Math.sin(roll),
    y: y * Math.cos(roll) - x * Math.sin(roll),
  }));
  const [xs, ys] = [turned.map(({ x }) => x), turned.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return {
    centre: { x: x * Math.cos(roll) - y * Math.sin(roll), y: x * Math.sin(roll) + y * Math.cos(roll) },
    side: SECOND_LOOK * Math.max(right - left, bottom - top),
    roll,
  };
}

/** Landmarks of a face with a known box. Estimated twice: the second pass uses an upright window. */
export async function readFace(image: Raster, box: FaceBox): Promise<Face> {
  const first = await pointsIn(image, {
    centre: { x: box.x + box.width / 2, y: box.y + box.height / 2 },
    side: Math.max(box.width, box.height),
    roll: 0,
  });
  const window = windowOf(first, rollOf(first));
  const points = await pointsIn(image, window);
  const apart =
    points.reduce((sum, { x, y }, k) => sum + Math.hypot(x - first[k]!.x, y - first[k]!.y), 0) / points.length;
  return { box, points, pose: poseOf(points), doubt: apart / window.side };
}

/** Detector input sizes, for faces that fill the image and for small ones. */
const LOOKS = [128, 160, 224, 416] as const;
/** Two boxes belong to one face when their middles are closer than this share of their width. */
const SAME = 0.45;

const isSame = (one: FaceBox, other: FaceBox): boolean =>
  Math.hypot(one.x + one.width / 2 - other.x - other.width / 2, one.y + one.height / 2 - other.y - other.height / 2) <
  SAME * Math.max(one.width, other.width);

/**
 * The faces of an image with their landmarks: small faces, and faces that fill it.
 * @param min minimum score of a face
 * @returns the largest first
 */
export async function readFaces(image: Raster, min?: number): Promise<readonly Face[]> {
  const boxes: FaceBox[] = [];
  for (const look of LOOKS) boxes.push(...(await findFaces(image, min, look)));
  const apart: FaceBox[] = [];
  for (const box of boxes.sort((a, b) => b.score - a.score))
    if (!apart.some((other) => isSame(box, other))) apart.push(box);
  const faces: Face[] = [];
  for (const box of apart) faces.push(await readFace(image, box));
  return faces.sort((a, b) => b.box.width * b.box.height - a.box.width * a.box.height);
}
