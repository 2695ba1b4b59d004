import { ASPECTS } from '@src/creation/procedures/params.shared';
import { CUT_LIMITS } from '@src/creation/uploads/cutting-rules.shared';

/** The kept part of an image, in whole pixels from its upper left corner. */
export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The frame shapes on offer: free, the image's own, and those of the forms. */
export const SHAPES = ['free', 'own', '1:1', '4:5', '3:2', '16:9', '9:16'] as const;
export type Shape = (typeof SHAPES)[number];

/** Width by height of a shape; undefined for a free shape. */
export function ratioOf(shape: Shape, { width, height }: Size): number | undefined {
  if (shape === 'free') return undefined;
  return shape === 'own' ? width / height : ASPECTS[shape].width / ASPECTS[shape].height;
}

const clamp = (value: number, min: number, max: number): number => Math.max(min, Math.min(max, value));

/** The minimum size of a frame of a ratio. Where the image is large enough, no side is below the engine's minimum. */
function minSizeOf(image: Size, ratio: number | undefined): Size {
  const min = { width: Math.min(CUT_LIMITS.minSide, image.width), height: Math.min(CUT_LIMITS.minSide, image.height) };
  if (ratio === undefined) return min;
  const width = Math.max(min.width, min.height * ratio);
  return { width, height: width / ratio };
}

/** Rounds a frame to whole pixels within the image. */
function whole({ left, top, width, height }: Frame, image: Size): Frame {
  const size = { width: clamp(Math.round(width), 1, image.width), height: clamp(Math.round(height), 1, image.height) };
  return {
    left: clamp(Math.round(left), 0, image.width - size.width),
    top: clamp(Math.round(top), 0, image.height - size.height),
    ...size,
  };
}

/** A frame around the whole image. */
export const allOf = ({ width, height }: Size): Frame => ({ left: 0, top: 0, width, height });

/** The largest frame of a shape, centred on another frame. */
export function shaped(frame: Frame, shape: Shape, image: Size): Frame {
  const ratio = ratioOf(shape, image);
  if (ratio === undefined) return frame;
  const width = Math.min(image.width, image.height * ratio);
  const [x, y] = [frame.left + frame.width / 2, frame.top + frame.height / 2];
  return whole({ left: x - width / 2, top: y - width / ratio / 2, width, height: width / ratio }, image);
}

/** Moves a frame to the right and down by pixels. It stays within the image. */
export const moved = (frame: Frame, right: number, down: number, image: Size): Frame =>
  whole({ ...frame, left: frame.left + right, top: frame.top + down }, image);

/** The edges that a handle moves: -1 the left or upper one, 1 the right or lower one, 0 neither. */
export interface Handle {
  readonly x: -1 | 0 | 1;
  readonly y: -1 | 0 | 1;
}

/** Resizes a frame by one handle, by pixels to the right and down. The other edges stay, and so does a locked ratio. */
export function resized(
  frame: Frame,
  { x, y }: Handle,
  right: number,
  down: number,
  image: Size,
  ratio?: number,
): Frame {
  const min = minSizeOf(image, ratio);
  const room = {
    width: x < 0 ? frame.left + frame.width : image.width - frame.left,
    height: y < 0 ? frame.top + frame.height : image.height - frame.top,
  };
  let width = clamp(frame.width + x * right, min.width, room.width);
  let height = clamp(frame.height + y * down, min.height, room.height);
  if (ratio !== undefined) {
    // The direction with the larger change decides.
    width = x !== 0 && (y === 0 || Math.abs(right) >= Math.abs(down) * ratio) ? width : height * ratio;
    width = clamp(Math.min(width, room.width, room.height * ratio), Math.min(min.width, room.width), room.width);
    height = width / ratio;
  }
  return whole(
    {
      left: x < 0 ? frame.left + frame.width - width : frame.left,
      top: y < 0 ? frame.top + frame.height - height : frame.top,
      width,
      height,
    },
    image,
  );
}
