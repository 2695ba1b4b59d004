import type { CropFrame } from '../../inspection.shared.js';
import type { FaceBox } from '../people/faces.js';

type Box = Pick<FaceBox, 'x' | 'y' | 'width' | 'height'>;
type Size = { readonly width: number; readonly height: number };

/** Room around a face, in its widths and heights: head and shoulders. */
const ROOM = { beside: 1.1, above: 0.9, below: 1.4 } as const;
/** The same for a person down to the hips. */
const BODY_ROOM = { beside: 1.9, above: 1.2, below: 8 } as const;
/** Minimum side of an offered part, pixels. */
const MIN_SIDE = 64;

/**
 * Parts of an image with one person each, the largest face first. A part ends before the face of a neighbour.
 * @param size of the image, pixels
 * @param whole whether the body is needed, too
 */
export function framesOfPeople(faces: readonly Box[], size: Size, whole: boolean): readonly CropFrame[] {
  const room = whole ? BODY_ROOM : ROOM;
  return [...faces]
    .sort((one, other) => other.width * other.height - one.width * one.height)
    .flatMap((face) => {
      const others = faces.filter((other) => other !== face);
      const near = others.filter(
        (other) =>
          whole ||
          (other.y < face.y + face.height * (1 + room.below) &&
            other.y + other.height > face.y - face.height * room.above),
      );
      const middle = face.x + face.width / 2;
      const left = Math.max(
        0,
        face.x - face.width * room.beside,
        ...near.filter((other) => other.x + other.width / 2 < middle).map((other) => other.x + other.width),
      );
      const right = Math.min(
        size.width,
        face.x + face.width * (1 + room.beside),
        ...near.filter((other) => other.x + other.width / 2 > middle).map(({ x }) => x),
      );
      const top = Math.max(0, face.y - face.height * room.above);
      const bottom = Math.min(size.height, face.y + face.height * (1 + room.below));
      const frame = {
        left: Math.ceil(left),
        top: Math.ceil(top),
        width: Math.floor(right) - Math.ceil(left),
        height: Math.floor(bottom) - Math.ceil(top),
      };
      // Overlapping faces cannot be parted.
      const isHeld = left <= face.x && right >= face.x + face.width;
      return !isHeld || frame.width < MIN_SIDE || frame.height < MIN_SIDE ? [] : [frame];
    });
}
