/** A camera among 3D objects: its moves, and the reprojection of a rendered image to another viewpoint. */
import type { CameraShift } from '../../render/solid/draft.js';
import { cameraAxes, type Stage } from '../../render/solid/stage.js';
import { ease, type Motion } from './camera.js';
import { CELL, gridSize } from '../io/reel.js';

const STAY: CameraShift = { round: 0, above: 0, closer: 0, aside: 0, up: 0 };

/** Shift of the camera at a moment, 0..1 of the video. The image moves the opposite way. */
export function shiftFor(motion: Motion, moment: number): CameraShift {
  const gone = ease(moment);
  switch (motion) {
    case 'zoom-in':
      return { ...STAY, closer: 0.2 * gone };
    case 'zoom-out':
      return { ...STAY, closer: 0.2 * (1 - gone) };
    case 'pan-right':
      return { ...STAY, aside: 0.05 * gone };
    case 'pan-left':
      return { ...STAY, aside: -0.05 * gone };
    case 'rise':
      return { ...STAY, above: 5 * gone, up: 0.03 * gone };
    case 'orbit':
      return { ...STAY, round: 14 * gone };
    case 'drift':
      return { ...STAY, round: -6 * gone, closer: 0.06 * gone };
    default:
      return motion satisfies never;
  }
}

type Camera = Stage['camera'];
type Vec3 = readonly [number, number, number];

const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** A rendered image: its camera, and the inverse distance of what each node shows. */
export interface SolidView {
  readonly camera: Camera;
  readonly inverse: Float32Array;
}

/** A camera with the values needed for every pixel. */
function lens(
  camera: Camera,
  width: number,
  height: number,
): { readonly eye: Vec3; readonly right: Vec3; readonly up: Vec3; readonly forward: Vec3; readonly scale: number } {
  return {
    eye: camera.eye,
    ...cameraAxes(camera.eye, camera.target, camera.roll),
    scale: Math.min(width, height) / 2 / Math.tan((camera.view * Math.PI) / 360),
  };
}

function between(values: Float32Array, columns: number, rows: number, x: number, y: number): number {
  const px = Math.min(Math.max(x, 0), columns - 1.001);
  const py = Math.min(Math.max(y, 0), rows - 1.001);
  const at = Math.floor(py) * columns + Math.floor(px);
  const [u, v] = [px - Math.floor(px), py - Math.floor(py)];
  const upper = values[at]! + (values[at + 1]! - values[at]!) * u;
  const lower = values[at + columns]! + (values[at + columns + 1]! - values[at + columns]!) * u;
  return upper + (lower - upper) * v;
}

/** Beyond this distance there is no parallax, only rotation. */
const HORIZON = 60;

/** Inverse distances, smoothed. Interpolating the inverse between two nodes is correct in perspective. */
export function inverseDistances(distances: Float32Array): Float32Array {
  return distances.map((value) => 1 / Math.min(value, HORIZON));
}

/**
 * Position in a rendered image of each node of a frame seen from `camera`.
 * @param view its distances: see inverseDistances
 */
export function gridBetween(
  camera: Camera,
  view: SolidView,
  width: number,
  height: number,
  out?: Float32Array,
): Float32Array {
  const { columns, rows } = gridSize(width, height);
  const grid = out ?? new Float32Array(columns * rows * 2);
  const [to, from] = [lens(camera, width, height), lens(view.camera, width, height)];
  const [cx, cy] = [(width - 1) / 2, (height - 1) / 2];
  const away: Vec3 = [from.eye[0] - to.eye[0], from.eye[1] - to.eye[1], from.eye[2] - to.eye[2]];
  for (let row = 0, at = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1, at += 2) {
      const [px, py] = [column * CELL, row * CELL];
      let [x, y] = [px, py];
      // Iterates to find the position in the image: it compares where a point would appear in the frame with the wanted
      // position.
      for (let turn = 0; turn < 4; turn += 1) {
        const [u, v] = [(x - cx) / from.scale, (cy - y) / from.scale];
        // The point as seen from the frame's camera, up to a factor: only its direction matters.
        const length = Math.hypot(u, v, 1) * between(view.inverse, columns, rows, x / CELL, y / CELL);
        const ray: Vec3 = [
          from.right[0] * u + from.up[0] * v + from.forward[0] + away[0] * length,
          from.right[1] * u + from.up[1] * v + from.forward[1] + away[1] * length,
          from.right[2] * u + from.up[2] * v + from.forward[2] + away[2] * length,
        ];
        const depth = dot(ray, to.forward);
        if (depth <= 1e-6) break;
        x += px - (cx + (dot(ray, to.right) / depth) * to.scale);
        y += py - (cy - (dot(ray, to.up) / depth) * to.scale);
      }
      grid[at] = x;
      grid[at + 1] = y;
    }
  }
  return grid;
}
