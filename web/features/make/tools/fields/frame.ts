import {
  ASPECTS,
  UPSCALE,
  type Aspect,
  type OptionValue,
  type UncropFrame,
} from '@src/creation/procedures/params.shared';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The options that make up a frame. */
export const FRAME_OPTIONS = ['left', 'top', 'right', 'bottom'] as const satisfies readonly (keyof UncropFrame)[];

/** A frame from a form's options. */
export function frameIn(options: Readonly<Record<string, OptionValue>>): UncropFrame {
  const side = (name: keyof UncropFrame): number => Number(options[name] ?? 0);
  return { left: side('left'), top: side('top'), right: side('right'), bottom: side('bottom') };
}

/** Maximum extension of a side in pixels: the image's own size, within the longest allowed side of a result. */
export const maxExtension = (length: number): number => Math.max(0, Math.min(length, UPSCALE.maxSide - length));

/** Preset frames besides the aspects: half as wide again, and half as large again in each direction. */
export function frameOf(name: 'wider' | 'all', { width, height }: Size): UncropFrame {
  const [across, down] = [
    Math.floor(Math.min(width / 4, maxExtension(width) / 2)),
    name === 'all' ? Math.floor(Math.min(height / 4, maxExtension(height) / 2)) : 0,
  ];
  return { left: across, top: down, right: across, bottom: down };
}

/** The smallest frame of an aspect around a centred image, within the limits of a frame. */
export function frameFor(aspect: Aspect, { width, height }: Size): UncropFrame {
  const wanted = ASPECTS[aspect].width / ASPECTS[aspect].height;
  const side = (grown: number, length: number): number =>
    Math.floor(Math.min(length, maxExtension(length) / 2, Math.max(0, (grown - length) / 2)));
  const across = side(wanted * height, width);
  const down = side(width / wanted, height);
  return { left: across, top: down, right: across, bottom: down };
}

/** Moves the image in its frame by pixels, within the frame and the maximum extension. The frame keeps its size. */
export function moved(
  { left, top, right, bottom }: UncropFrame,
  { width, height }: Size,
  across: number,
  down: number,
): UncropFrame {
  const to = (from: number, by: number, whole: number, max: number): number =>
    Math.round(Math.min(Math.min(whole, max), Math.max(Math.max(0, whole - max), from + by)));
  const x = to(left, across, left + right, width);
  const y = to(top, down, top + bottom, height);
  return { left: x, top: y, right: left + right - x, bottom: top + bottom - y };
}

export const sameFrame = (a: UncropFrame, b: UncropFrame): boolean =>
  FRAME_OPTIONS.every((side) => a[side] === b[side]);
export const isEmpty = (frame: UncropFrame): boolean => FRAME_OPTIONS.every((side) => frame[side] === 0);
