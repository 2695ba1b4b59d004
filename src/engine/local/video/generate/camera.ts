/** Moves of a camera before an image whose depth is known, and where in the image each place of a frame then looks. */
import { MOTIONS, type Motion } from '../../../sizes.shared.js';
import { valueAt, type Field } from '../../photo/planes.js';
import { CELL, gridSize } from '../io/reel.js';

export { MOTIONS, type Motion };

/**
 * Where the camera stands. Nearness runs from FARTHEST for the farthest part to 1 for the nearest.
 * `x` and `y` are how far the nearest part has moved in the frame, as shares of the longer side; right and down count up.
 * `forward` is how far it has gone of the way to the nearest part. `pivot` is the nearness that stays where it is.
 */
export interface CameraPose {
  readonly x: number;
  readonly y: number;
  readonly forward: number;
  readonly zoom: number;
  readonly pivot: number;
  /** How far the camera is turned, radians, clockwise; not at all when left out. */
  readonly roll?: number;
}

/** A pose at every moment, 0..1 of the video. The pose at 0 leaves the image as it is. */
export type CameraMove = (moment: number) => CameraPose;

/** Nearness of the farthest part: it moves at this share of the nearest one's speed. */
export const FARTHEST = 0.36;
/** Room beyond what a move needs, so that rounding never shows a border. */
const ROOM = 1.02;

const STILL: CameraPose = { x: 0, y: 0, forward: 0, zoom: 1, pivot: 0 };

/** From 0 to 1 without a jerk at either end, even in between. */
export const ease = (moment: number): number => {
  const t = Math.min(1, Math.max(0, moment));
  return t * t * (3 - 2 * t);
};
/** From 0 to 1, swift at first. */
const settle = (moment: number): number => 1 - (1 - Math.min(1, Math.max(0, moment))) ** 2;

/** A step to one side needs the frame to be a little smaller than the image: going forward gives that room at every depth alike. */
function sideways(x: number, y: number, aspect: number): CameraMove {
  const across = Math.abs(x) * Math.max(1, 1 / aspect);
  const down = Math.abs(y) * Math.max(1, aspect);
  const forward = 2 * ROOM * Math.max(across, down);
  // The room is there before it is used, at every moment: settle(1.6 t) is never below ease(t).
  return (moment) => ({ ...STILL, x: x * ease(moment), y: y * ease(moment), forward: forward * settle(1.6 * moment) * ease(4 * moment) });
}

/** A small circle about what stands at the pivot, back to where it began. */
function circle(reach: number, pivot: number, aspect: number): CameraMove {
  const away = reach * Math.max(1 - pivot, pivot - FARTHEST);
  const room = 2 * ROOM * Math.max(away * Math.max(1, 1 / aspect), 0.55 * away * Math.max(1, aspect));
  return (moment) => {
    const angle = 2 * Math.PI * moment;
    const start = ease(3 * moment);
    return { x: reach * Math.sin(angle) * start, y: 0.27 * reach * (1 - Math.cos(angle)) * start, forward: 0, zoom: 1 / (1 - room * start), pivot };
  };
}

/**
 * @param aspect width over height of the frame
 * @param pivot nearness of what an orbit goes about: see nearness
 * @param strength 1 for a photograph; less where the depth is steep
 */
export function moveFor(motion: Motion, aspect: number, pivot: number, strength = 1): CameraMove {
  switch (motion) {
    case 'zoom-in': return (moment) => ({ ...STILL, forward: 0.24 * strength * ease(moment) });
    // In at once and out slowly: the video begins with the whole image and ends with it.
    case 'zoom-out': return (moment) => ({ ...STILL, forward: 0.22 * strength * (moment < RETURN ? ease(moment / RETURN) : 1 - ease((moment - RETURN) / (1 - RETURN))) });
    case 'pan-right': return sideways(-0.068 * strength, 0, aspect);
    case 'pan-left': return sideways(0.068 * strength, 0, aspect);
    case 'rise': return sideways(0, 0.068 * strength / Math.max(1, aspect), aspect);
    case 'orbit': return circle(0.085 * strength, pivot, aspect);
    case 'drift': return sideways(0.03 * strength, -0.016 * strength, aspect);
    default: return motion satisfies never;
  }
}

/** Share of a video after which zooming out begins. */
export const RETURN = 0.17;

/** Depth 0..1 as nearness. */
export const nearness = (depth: number): number => FARTHEST + (1 - FARTHEST) * depth;

/**
 * The place in the image that each node of a frame shows.
 * @param depth 0 far to 1 near, a value for every node of the grid
 * @param width pixels of frame and image
 */
export function gridFor(pose: CameraPose, depth: Field, width: number, height: number, out?: Float32Array): Float32Array {
  const { columns, rows } = gridSize(width, height);
  const grid = out ?? new Float32Array(columns * rows * 2);
  const long = Math.max(width, height);
  const [cx, cy, moveX, moveY] = [(width - 1) / 2, (height - 1) / 2, pose.x * long, pose.y * long];
  const [cos, sin] = [Math.cos(pose.roll ?? 0), Math.sin(pose.roll ?? 0)];
  for (let row = 0, at = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1, at += 2) {
      const [dx, dy] = [column * CELL - cx, row * CELL - cy];
      const [px, py] = [cx + dx * cos - dy * sin, cy + dx * sin + dy * cos];
      let near = nearness(depth.data[row * columns + column]!);
      let [x, y] = [px, py];
      // What is seen here is what the move has brought here: its own depth counts, so it is looked up again where it was found.
      for (let turn = 0; turn < 3; turn += 1) {
        const scale = (1 - pose.forward * near) / pose.zoom;
        x = cx + (px - cx) * scale - moveX * (near - pose.pivot);
        y = cy + (py - cy) * scale - moveY * (near - pose.pivot);
        if (turn < 2) near = nearness(valueAt(depth, x / CELL, y / CELL));
      }
      grid[at] = x;
      grid[at + 1] = y;
    }
  }
  return grid;
}

/** Share of a node's distance by which neighbours may be drawn together: beyond it an image folds. */
const STEEPEST = 0.62;

/** How far a camera may go before an image of `long` pixels on its longer side: full strength, or as much of it as the steepest change of depth bears. */
export function strengthFor({ width, height, data }: Field, long: number): number {
  let steepest = 1e-6;
  for (let i = 0; i < data.length; i += 1) {
    if (i % width < width - 1) steepest = Math.max(steepest, Math.abs(data[i + 1]! - data[i]!));
    if (i + width < width * height) steepest = Math.max(steepest, Math.abs(data[i + width]! - data[i]!));
  }
  const shift = ((nearness(1) - nearness(0)) * steepest * 0.1 * long) / CELL;
  return Math.min(1, STEEPEST / shift);
}
