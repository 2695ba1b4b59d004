/** Camera moves in front of an image of known depth, and the position in the image that each node of a frame shows. */
import { MOTIONS, type Motion } from '../../../sizes.shared.js';
import { soften, valueAt, type Field } from '../../photo/planes.js';
import { CELL, gridSize } from '../io/reel.js';

export { MOTIONS, type Motion };

/**
 * Position of the camera. Nearness runs from FARTHEST for the farthest part to 1 for the nearest. `x` and `y` are the
 * shift of the nearest part in the frame, as shares of the longer side; right and down are positive. `forward` is the
 * share of the distance to the nearest part that the camera has covered. `pivot` is the nearness that stays in place.
 */
export interface CameraPose {
  readonly x: number;
  readonly y: number;
  readonly forward: number;
  readonly zoom: number;
  readonly pivot: number;
  /** Clockwise rotation of the camera in radians; 0 when left out. */
  readonly roll?: number;
}

/** A pose for every moment, 0..1 of the video. The pose at 0 shows the unchanged image. */
export type CameraMove = (moment: number) => CameraPose;

/** Nearness of the farthest part: it moves at this share of the nearest one's speed. */
export const FARTHEST = 0.36;
/** Safety factor on the zoom that a move needs, so that rounding never shows a border. */
const ROOM = 1.02;

const STILL: CameraPose = { x: 0, y: 0, forward: 0, zoom: 1, pivot: 0 };

/** From 0 to 1 with zero speed at both ends. */
export const ease = (moment: number): number => {
  const t = Math.min(1, Math.max(0, moment));
  return t * t * (3 - 2 * t);
};
/** From 0 to 1, fast at first. */
const settle = (moment: number): number => 1 - (1 - Math.min(1, Math.max(0, moment))) ** 2;

/**
 * A sideways move needs a frame a little smaller than the image. Moving forward provides this margin at every depth.
 */
function sideways(x: number, y: number, aspect: number): CameraMove {
  const across = Math.abs(x) * Math.max(1, 1 / aspect);
  const down = Math.abs(y) * Math.max(1, aspect);
  const forward = 2 * ROOM * Math.max(across, down);
  // The margin is always sufficient: settle(1.6 t) is never below ease(t).
  return (moment) => ({
    ...STILL,
    x: x * ease(moment),
    y: y * ease(moment),
    forward: forward * settle(1.6 * moment) * ease(4 * moment),
  });
}

/** A small circle around what stands at the pivot, back to the start. */
function circle(reach: number, pivot: number, aspect: number): CameraMove {
  const away = reach * Math.max(1 - pivot, pivot - FARTHEST);
  const room = 2 * ROOM * Math.max(away * Math.max(1, 1 / aspect), 0.55 * away * Math.max(1, aspect));
  return (moment) => {
    const angle = 2 * Math.PI * moment;
    const start = ease(3 * moment);
    return {
      x: reach * Math.sin(angle) * start,
      y: 0.27 * reach * (1 - Math.cos(angle)) * start,
      forward: 0,
      zoom: 1 / (1 - room * start),
      pivot,
    };
  };
}

/**
 * @param aspect width over height of the frame
 * @param pivot nearness that an orbit circles: see nearness
 * @param strength 1 for a photograph; less where the depth is steep, up to 2 for a longer move: see depthForReach
 */
export function moveFor(motion: Motion, aspect: number, pivot: number, strength = 1): CameraMove {
  switch (motion) {
    case 'zoom-in':
      return (moment) => ({ ...STILL, forward: 0.24 * strength * ease(moment) });
    // Moves in quickly and out slowly, so that the video begins and ends with the whole image.
    case 'zoom-out':
      return (moment) => ({
        ...STILL,
        forward:
          0.22 * strength * (moment < RETURN ? ease(moment / RETURN) : 1 - ease((moment - RETURN) / (1 - RETURN))),
      });
    case 'pan-right':
      return sideways(-0.068 * strength, 0, aspect);
    case 'pan-left':
      return sideways(0.068 * strength, 0, aspect);
    case 'rise':
      return sideways(0, (0.068 * strength) / Math.max(1, aspect), aspect);
    case 'orbit':
      return circle(0.085 * strength, pivot, aspect);
    case 'drift':
      return sideways(0.03 * strength, -0.016 * strength, aspect);
    default:
      return motion satisfies never;
  }
}

/** Share of a video after which zooming out begins. */
export const RETURN = 0.17;

/** Depth 0..1 as nearness. */
export const nearness = (depth: number): number => FARTHEST + (1 - FARTHEST) * depth;

/**
 * The position in the image that each node of a frame shows.
 * @param depth 0 far to 1 near, a value for every node of the grid
 * @param width pixels of frame and image
 */
export function gridFor(
  pose: CameraPose,
  depth: Field,
  width: number,
  height: number,
  out?: Float32Array,
): Float32Array {
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
      // The shift depends on the depth of what is visible here, so the depth is looked up again at the position found.
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

/** Maximum compression between neighbouring nodes, as a share of their distance. Beyond it the image would fold. */
const STEEPEST = 0.62;

/** Strength of a camera move that the steepest depth change allows, for `long` pixels on the longer side. */
function allowedBy({ width, height, data }: Field, long: number): number {
  let steepest = 1e-6;
  for (let i = 0; i < data.length; i += 1) {
    if (i % width < width - 1) steepest = Math.max(steepest, Math.abs(data[i + 1]! - data[i]!));
    if (i + width < width * height) steepest = Math.max(steepest, Math.abs(data[i + width]! - data[i]!));
  }
  const shift = ((nearness(1) - nearness(0)) * steepest * 0.1 * long) / CELL;
  return STEEPEST / shift;
}

/**
 * Strength of a camera move for an image of `long` pixels on its longer side: full, or reduced to what the steepest
 * depth change allows.
 */
export const strengthFor = (depth: Field, long: number): number => Math.min(1, allowedBy(depth, long));

/**
 * Depth and strength for a move that goes `reach` times as far as usual. A longer one needs gentler depth changes, so
 * the depth is softened until the image does not fold.
 */
export function depthForReach(
  depth: Field,
  long: number,
  reach: number,
): { readonly depth: Field; readonly strength: number } {
  const strength = strengthFor(depth, long) * reach;
  let gentle = depth;
  for (let radius = 1; allowedBy(gentle, long) < strength; radius += 1) gentle = soften(depth, radius);
  return { depth: gentle, strength };
}
