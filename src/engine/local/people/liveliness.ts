/** Small motions that keep a still face from looking frozen: blinking eyes and a slightly moving head. */
import { createRandom } from '../scene/random.js';
import { middle, partOf, type Face, type Part, type Point } from './landmarks.js';

/** Seconds between blinks, and the phases of one: the lid closes, stays and opens. */
const BLINK = { min: 2.2, max: 4.6, first: 0.9, falls: 0.1, stays: 0.04, rises: 0.16 } as const;
/** Amplitude of the head's sway and nod, in face widths, and of its tilt, radians. */
const SWAY = { side: 0.011, nod: 0.008, tilt: 0.011, said: 0.012 } as const;
/**
 * How much of an eye the lid covers, how far above it the skin stretches (as a share of the distance to the brow), and
 * how far above the landmarks the lid begins.
 */
const LID = { covers: 0.94, above: 0.62, higher: 0.14 } as const;
/**
 * Distance from the face's middle, in face widths: up to the first the head moves rigidly, beyond the second nothing
 * moves. A head is taller than it is wide.
 */
const HEAD = { whole: 0.85, ends: 1.75 } as const;
const UPRIGHT = 0.82;

const clamp01 = (value: number): number => (value < 0 ? 0 : value > 1 ? 1 : value);
const smooth = (share: number): number => {
  const t = clamp01(share);
  return t * t * (3 - 2 * t);
};

/**
 * How far the eyes are closed at a moment, 0 to 1.
 * @param seed controls when they blink
 */
export function blinking(seconds: number, seed: number): (time: number) => number {
  const random = createRandom(seed, 'blinks');
  const times: number[] = [];
  for (
    let time = BLINK.first + random.next();
    time < seconds;
    time += BLINK.min + (BLINK.max - BLINK.min) * random.next()
  )
    times.push(time);
  return (time) =>
    times.reduce((max, start) => {
      const since = time - start;
      const shut =
        since < 0
          ? 0
          : since < BLINK.falls
            ? smooth(since / BLINK.falls)
            : 1 - smooth((since - BLINK.falls - BLINK.stays) / BLINK.rises);
      return Math.max(max, since > BLINK.falls + BLINK.stays + BLINK.rises ? 0 : shut);
    }, 0);
}

/** Pose of a head at a moment: pixels to the side and down, radians of tilt. */
export interface Stance {
  readonly across: number;
  readonly down: number;
  readonly tilt: number;
}

/**
 * A head's slow movement: two sine waves of different periods on each axis, starting at rest, and a nod with the
 * speech.
 */
export function swaying(faceWidth: number, seed: number): (time: number, said: number) => Stance {
  const random = createRandom(seed, 'sway');
  const [one, two, three] = [random.next(), random.next(), random.next()].map((share) => share * 2 * Math.PI) as [
    number,
    number,
    number,
  ]; // three were drawn
  const wave = (time: number, phase: number, period: number): number =>
    0.65 * Math.sin((2 * Math.PI * time) / period + phase) +
    0.35 * Math.sin((2 * Math.PI * time) / (period * 0.43) + 2 * phase);
  return (time, said) => {
    const eased = smooth(time / 0.8);
    return {
      across: eased * SWAY.side * faceWidth * wave(time, one, 3.7),
      down: eased * faceWidth * (SWAY.nod * wave(time, two, 2.9) + SWAY.said * said),
      tilt: eased * SWAY.tilt * wave(time, three, 4.3),
    };
  };
}

/** A point that is moved where it stands. */
interface Moving {
  x: number;
  y: number;
}

/** Position of a pixel before the head moved. Shoulders and background stay; the image stretches in between. */
export function headMove({ points }: Pick<Face, 'points'>, { across, down, tilt }: Stance): (at: Moving) => void {
  const faceWidth = Math.hypot(points[16]!.x - points[0]!.x, points[16]!.y - points[0]!.y);
  const chin = points[8]!;
  const [left, right] = [points[0]!, points[16]!];
  const centre: Point = { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 };
  // The head rotates about the neck, a third of the face's width below the chin.
  const pivot: Point = { x: chin.x + (chin.x - centre.x) * 0.35, y: chin.y + (chin.y - centre.y) * 0.35 };
  const [cos, sin] = [Math.cos(-tilt), Math.sin(-tilt)];
  return (at) => {
    const [x, y] = [at.x - centre.x, (at.y - centre.y) * UPRIGHT];
    const away = Math.sqrt(x * x + y * y) / faceWidth;
    if (away >= HEAD.ends) return;
    const share = 1 - smooth((away - HEAD.whole) / (HEAD.ends - HEAD.whole));
    const [dx, dy] = [at.x - across - pivot.x, at.y - down - pivot.y];
    at.x += share * (pivot.x + dx * cos - dy * sin - at.x);
    at.y += share * (pivot.y + dx * sin + dy * cos - at.y);
  };
}

/** Bounding rectangle, in whole pixels, of everything that a head's movement changes. */
export function headReach(
  { points }: Pick<Face, 'points'>,
  size: { readonly width: number; readonly height: number },
): { readonly x: number; readonly y: number; readonly width: number; readonly height: number } {
  const faceWidth = Math.hypot(points[16]!.x - points[0]!.x, points[16]!.y - points[0]!.y);
  const centre = middle([points[0]!, points[16]!]);
  const [reachX, reachY] = [HEAD.ends * faceWidth, (HEAD.ends * faceWidth) / UPRIGHT];
  const [x, y] = [Math.max(0, Math.floor(centre.x - reachX)), Math.max(0, Math.floor(centre.y - reachY))];
  return {
    x,
    y,
    width: Math.min(size.width, Math.ceil(centre.x + reachX)) - x,
    height: Math.min(size.height, Math.ceil(centre.y + reachY)) - y,
  };
}

/** Movement of one eyelid: position of a pixel before the eye closed. */
function lidMove(points: readonly Point[], eye: Part, brow: Part): (at: Moving, shut: number) => void {
  const [from, upperOne, upperTwo, to, lowerTwo, lowerOne] = partOf({ points }, eye) as readonly [
    Point,
    Point,
    Point,
    Point,
    Point,
    Point,
  ]; // an eye has six
  const width = Math.max(2, Math.hypot(to.x - from.x, to.y - from.y));
  const [cos, sin] = [(to.x - from.x) / width, (to.y - from.y) / width];
  const centre = middle([from, to]);
  const down = ({ x, y }: Point): number => (y - centre.y) * cos - (x - centre.x) * sin;
  const upper = (down(upperOne) + down(upperTwo)) / 2;
  const lower = (down(lowerOne) + down(lowerTwo)) / 2;
  const tall = Math.max(0.12 * width, lower - upper);
  const top = Math.min(upper - 0.35 * tall, upper + LID.above * (down(middle(partOf({ points }, brow))) - upper));
  return (at, shut) => {
    const [dx, dy] = [at.x - centre.x, at.y - centre.y];
    const along = (dx * cos + dy * sin) / (0.58 * width);
    if (Math.abs(along) >= 1) return;
    const bow = 1 - along * along;
    const v = dy * cos - dx * sin;
    // Lids are arcs through their landmarks' height; at the corners they meet the line between them.
    const [lid, rim, edge] = [(upper - LID.higher * tall) * bow, lower * bow, top + (upper - top) * (1 - bow)];
    const falls = lid + shut * LID.covers * (rim - lid);
    if (v <= edge || v >= falls || falls - lid < 0.05) return;
    const was = edge + ((v - edge) * (lid - edge)) / Math.max(1e-3, falls - edge);
    at.x += (v - was) * sin;
    at.y -= (v - was) * cos;
  };
}

/** Movement of both eyelids. */
export function lidsMove({ points }: Pick<Face, 'points'>): (at: Moving, shut: number) => void {
  const [left, right] = [lidMove(points, 'leftEye', 'leftBrow'), lidMove(points, 'rightEye', 'rightBrow')];
  return (at, shut) => {
    left(at, shut);
    right(at, shut);
  };
}
