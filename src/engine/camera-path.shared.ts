import { EASINGS, type Easing } from './sizes.shared.js';

/** A camera's way as it is set by hand: shared by the engine that makes the film and the form that shows it. Pure. */

export { EASINGS, type Easing };

/** Where the camera has gone by the end, each a share of the farthest, -1 to 1: to the right, up, closer, and turned clockwise. */
export interface CameraPath {
  readonly across: number;
  readonly up: number;
  readonly closer: number;
  readonly roll: number;
  readonly easing: Easing;
}

/** The farthest: of the frame's longer side for what is nearest; how many times as large; degrees. */
export const FARTHEST_WAY = { shift: 0.12, zoom: 1.6, degrees: 10 } as const;

/** What is seen at a moment. */
export interface PathPose {
  /** How far what is nearest has moved in the frame, as shares of its longer side; right and down count up. Before it is enlarged. */
  readonly x: number;
  readonly y: number;
  /** How many times as large. */
  readonly zoom: number;
  /** By how much the camera is turned, radians, clockwise. */
  readonly roll: number;
}

/** Share of a film that goes by before going back begins, where the camera ends farther away. */
const RETURN = 0.17;
/** Room beyond what a way needs, so that rounding never shows a border. */
const ROOM = 1.02;

const within = (moment: number): number => Math.min(1, Math.max(0, moment));

/** From 0 to 1, by a way of going. */
export function eased(easing: Easing, moment: number): number {
  const t = within(moment);
  switch (easing) {
    case 'smooth': return t * t * (3 - 2 * t);
    case 'steady': return t;
    case 'settle': return 1 - (1 - t) ** 2;
    case 'gather': return t * t;
    default: return easing satisfies never;
  }
}

/** How much larger a picture must be than its frame, so that a frame that is shifted and turned lies within it. */
function roomFor({ x, y, roll }: Omit<PathPose, 'zoom'>, aspect: number): number {
  const [width, height] = aspect >= 1 ? [1, 1 / aspect] : [aspect, 1];
  const [cos, sin] = [Math.cos(Math.abs(roll)), Math.sin(Math.abs(roll))];
  const across = (width * cos + height * sin) / (width - 2 * Math.abs(x));
  const down = (width * sin + height * cos) / (height - 2 * Math.abs(y));
  return 1 + (Math.max(across, down) - 1) * ROOM;
}

/**
 * Where a camera on a path is.
 * @param aspect width over height of the frame
 * @param moment 0 to 1 of the film; at 0 the picture is as it is
 * @param reach how far it goes, of what the path says; sideways no farther than the picture bears (`strength`)
 */
export function pathAt({ across, up, closer, roll, easing }: CameraPath, aspect: number, moment: number, reach = 1, strength = 1): PathPose {
  const gone = eased(easing, moment);
  // A camera that goes right sees what is there go left.
  const shift = FARTHEST_WAY.shift * Math.min(reach, strength * Math.max(1, reach)) * gone;
  const pose = { x: -across * shift, y: (up * shift) / Math.max(1, aspect), roll: (roll * reach * gone * FARTHEST_WAY.degrees * Math.PI) / 180 };
  const most = (FARTHEST_WAY.zoom - 1) * Math.abs(closer) * reach;
  // Whoever ends farther away begins close: in at once and out slowly, for the film begins with the whole picture.
  const zoom = closer >= 0 ? 1 + most * gone : 1 + most * (moment < RETURN ? eased('smooth', moment / RETURN) : 1 - eased(easing, (moment - RETURN) / (1 - RETURN)));
  return { ...pose, zoom: Math.max(1, zoom) * roomFor(pose, aspect) };
}

/** Whether a path goes anywhere. */
export const goesSomewhere = ({ across, up, closer, roll }: Omit<CameraPath, 'easing'>): boolean => [across, up, closer, roll].some((share) => share !== 0);

/** The settings of a form that a path is made of. */
export const PATH_OPTIONS = ['across', 'up', 'closer', 'roll', 'easing'] as const satisfies readonly (keyof CameraPath)[];
