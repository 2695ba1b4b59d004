/** Transitions between two shots, computed on frames as they are encoded. */
import type { Transition } from '../../../sizes.shared.js';
import { ease } from './camera.js';
import type { PlanarFrame } from '../io/encode.js';

/** A plane of a frame: luma or a colour difference; `dark` is its value for black. */
interface Plane {
  readonly from: number;
  readonly width: number;
  readonly height: number;
  readonly dark: number;
}

const planesOf = (width: number, height: number): readonly Plane[] => {
  const half = { width: width / 2, height: height / 2, dark: 128 };
  return [
    { from: 0, width, height, dark: 16 },
    { ...half, from: width * height },
    { ...half, from: (width * height * 5) / 4 },
  ];
};

/** Width of a wipe's soft edge, as a share of the frame's width. */
const SOFT = 0.12;

/** Value of a plane at a position, computed from the first and the second frame. */
type Look = (first: Uint8Array, second: Uint8Array, row: number, x: number, plane: Plane, share: number) => number;

const LOOKS: Readonly<Record<Exclude<Transition, 'cut'>, Look>> = {
  dissolve: (first, second, row, x, _plane, share) => first[row + x]! + (second[row + x]! - first[row + x]!) * share,
  wipe: (first, second, row, x, { width }, share) => {
    const come = Math.min(1, Math.max(0, ((1 + SOFT) * share - x / width) / SOFT));
    return first[row + x]! + (second[row + x]! - first[row + x]!) * come;
  },
  slide: (first, second, row, x, { width }, share) => {
    const at = x + Math.round(share * width);
    return at < width ? first[row + at]! : second[row + at - width]!;
  },
  dip: (first, second, row, x, { dark }, share) =>
    share < 0.5
      ? first[row + x]! + (dark - first[row + x]!) * share * 2
      : dark + (second[row + x]! - dark) * (share * 2 - 1),
};

/**
 * A frame of the transition between two shots.
 * @param moment 0 the first shot, 1 the second
 * @param width pixels, even
 * @param height pixels, even
 */
export function between(
  first: PlanarFrame,
  second: PlanarFrame,
  how: Exclude<Transition, 'cut'>,
  moment: number,
  width: number,
  height: number,
): PlanarFrame {
  const share = ease(moment);
  const look = LOOKS[how];
  const yuv = new Uint8Array(first.yuv.length);
  for (const plane of planesOf(width, height)) {
    for (let y = 0; y < plane.height; y += 1) {
      const row = plane.from + y * plane.width;
      for (let x = 0; x < plane.width; x += 1) yuv[row + x] = look(first.yuv, second.yuv, row, x, plane, share) + 0.5;
    }
  }
  return { yuv };
}
