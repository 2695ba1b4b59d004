import { EASINGS, type Easing } from './sizes.shared.js';

/** Camera paths set by hand: shared by the engine that renders the video and the form that previews it. Pure. */

export { EASINGS, type Easing };

/**
 * The camera's position at the end: each value is a share of its maximum, -1 to 1. Right, up, closer, and clockwise
 * roll.
 */
export interface CameraPath {
  readonly across: number;
  readonly up: number;
  readonly closer: number;
  readonly roll: number;
  readonly easing: Easing;
}

/** Maximum movement: shift of the nearest layer as a share of the frame's longer side; zoom factor; roll in degrees. */
export const FARTHEST_WAY = { shift: 0.12, zoom: 1.6, degrees: 10 } as const;

/** The view at one moment. */
export interface PathPose {
  /** Shift of the nearest layer as shares of the frame's longer side, before zoom; right and down are positive. */
  readonly x: number;
  readonly y: number;
  /** Zoom factor. */
  readonly zoom: number;
  /** Roll in radians, clockwise. */
  readonly roll: number;
}

/** Share of the video before the camera moves back, for paths that end farther away. */
const RETURN = 0.17;
/** Margin beyond what a path needs, so that rounding never shows a border. */
const ROOM = 1.02;

const within = (moment: number): number => Math.min(1, Math.max(0, moment));

/** Maps progress 0 to 1 to progress 0 to 1 by an easing. */
export function eased(easing: Easing, moment: number): number {
  const t = within(moment);
  switch (easing) {
    case 'smooth':
      return t * t * (3 - 2 * t);
    case 'steady':
      return t;
    case 'settle':
      return 1 - (1 - t) ** 2;
    case 'gather':
      return t * t;
    default:
      return easing satisfies never;
  }
}

/** Zoom factor at which the image still covers the whole frame after the shift and the roll. */
function roomFor({ x, y, roll }: Omit<PathPose, 'zoom'>, aspect: number): number {
  const [width, height] = aspect >= 1 ? [1, 1 / aspect] : [aspect, 1];
  const [cos, sin] = [Math.cos(Math.abs(roll)), Math.sin(Math.abs(roll))];
  const across = (width * cos + height * sin) / (width - 2 * Math.abs(x));
  const down = (width * sin + height * cos) / (height - 2 * Math.abs(y));
  return 1 + (Math.max(across, down) - 1) * ROOM;
}

/**
 * The view of a camera on a path.
 * @param aspect width over height of the frame
 * @param moment progress of the video, 0 to 1; at 0 the image is unchanged
 * @param reach scale of the whole path; the sideways shift is also limited by what the image allows (`strength`)
 */
export function pathAt(
  { across, up, closer, roll, easing }: CameraPath,
  aspect: number,
  moment: number,
  reach = 1,
  strength = 1,
): PathPose {
  const gone = eased(easing, moment);
  // When the camera moves right, the content moves left.
  const shift = FARTHEST_WAY.shift * Math.min(reach, strength * Math.max(1, reach)) * gone;
  const pose = {
    x: -across * shift,
    y: (up * shift) / Math.max(1, aspect),
    roll: (roll * reach * gone * FARTHEST_WAY.degrees * Math.PI) / 180,
  };
  const max = (FARTHEST_WAY.zoom - 1) * Math.abs(closer) * reach;
  // A path that ends farther away zooms in quickly and then out slowly, because the video begins with the whole image.
  const zoom =
    closer >= 0
      ? 1 + max * gone
      : 1 +
        max *
          (moment < RETURN ? eased('smooth', moment / RETURN) : 1 - eased(easing, (moment - RETURN) / (1 - RETURN)));
  return { ...pose, zoom: Math.max(1, zoom) * roomFor(pose, aspect) };
}

/** Whether a path moves at all. */
export const goesSomewhere = ({ across, up, closer, roll }: Omit<CameraPath, 'easing'>): boolean =>
  [across, up, closer, roll].some((share) => share !== 0);

/** The form settings that define a path. */
export const PATH_OPTIONS = [
  'across',
  'up',
  'closer',
  'roll',
  'easing',
] as const satisfies readonly (keyof CameraPath)[];
