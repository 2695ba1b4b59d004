/** A speaking face: moves the mouth in an image, and in a still image also the eyes and the head. */
import type { Raster } from '../scene/scene.js';
import type { MouthShape } from '../audio/mouth-curve.js';
import { sample, type Face } from './landmarks.js';
import { blinking, headMove, headReach, lidsMove, swaying } from './liveliness.js';
import { gapOf, mouthOf, moved, reachOf, type Mouth, type Origin } from './mouth.js';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Opening of a resting mouth relative to its opening in the image. The teeth of a smile stay slightly visible. */
export const REST = 0.4;
const scratch = (): Origin => ({ x: 0, y: 0, inside: 0, red: 0, green: 0, blue: 0 });

/** Gap of a speaking mouth: from its resting gap to wide open. */
const openingOf = (mouth: Mouth, { open }: MouthShape, rest: number): number =>
  rest * (1 - Math.min(1, 4 * open)) + gapOf(mouth, open);

/** Writes the moved image's colour at a pixel. */
function put(from: Raster, origin: Origin, into: Uint8ClampedArray, at: number, colour: Float32Array): void {
  const { inside } = origin;
  if (inside === 0) {
    sample(from, origin.x, origin.y, into, at);
    return;
  }
  sample(from, origin.x, origin.y, colour, 0);
  into[at] = colour[0]! + (origin.red - colour[0]!) * inside;
  into[at + 1] = colour[1]! + (origin.green - colour[1]!) * inside;
  into[at + 2] = colour[2]! + (origin.blue - colour[2]!) * inside;
}

/**
 * Redraws a part of an image.
 * @param move receives a pixel's own position and replaces it by its source; unchanged pixels are not written
 */
export function draw(from: Raster, into: Raster, box: Box, move: (origin: Origin) => void): void {
  const [origin, colour] = [scratch(), new Float32Array(4)];
  for (let y = box.y; y < box.y + box.height; y += 1)
    for (let x = box.x; x < box.x + box.width; x += 1) {
      [origin.x, origin.y, origin.inside] = [x, y, 0];
      move(origin);
      if (origin.x === x && origin.y === y && origin.inside === 0) continue;
      put(from, origin, into.data, (y * into.width + x) * 4, colour);
    }
}

const within = ({ x, y, width, height }: Box, origin: Origin): boolean =>
  origin.x >= x && origin.y >= y && origin.x < x + width && origin.y < y + height;

/**
 * A mouth's move for {@link draw}, limited to its reach.
 * @param shape as for {@link moved}
 */
export function byMouth(image: Raster, mouth: Mouth, shape: Parameters<typeof moved>[1]): (origin: Origin) => void {
  const [box, move] = [reachOf(mouth, image), moved(mouth, shape)];
  return (origin) => {
    if (within(box, origin)) move(origin.x, origin.y, origin);
  };
}

/**
 * Moves the mouth in a video frame; nothing else changes.
 * @param share 0 leaves it unchanged, 1 applies the full movement
 * @returns a new image
 */
export function speakingFrame(frame: Raster, mouth: Mouth, shape: MouthShape, share: number): Raster {
  const box = reachOf(mouth, frame);
  const out: Raster = { ...frame, data: new Uint8ClampedArray(frame.data) };
  const gap = mouth.gap + (openingOf(mouth, shape, 0) - mouth.gap) * share;
  draw(frame, out, box, byMouth(frame, mouth, { gap, round: shape.round * share }));
  return out;
}

/**
 * A still image that speaks.
 * @param face the face whose mouth moves
 * @param seed controls the blinking and the motion of the head
 * @returns a function of a moment and its mouth shape that gives the image; unchanged byte for byte where nothing moves
 */
export function speakingImage(
  image: Raster,
  face: Face,
  { seconds, seed }: { readonly seconds: number; readonly seed: number },
): (time: number, shape: MouthShape) => Raster {
  const mouth = mouthOf(image, face.points);
  const faceWidth = Math.hypot(face.points[16]!.x - face.points[0]!.x, face.points[16]!.y - face.points[0]!.y);
  const [blink, sway, lids] = [blinking(seconds, seed), swaying(faceWidth, seed), lidsMove(face)];
  const around = headReach(face, image);
  return (time, shape) => {
    const out: Raster = { ...image, data: new Uint8ClampedArray(image.data) };
    const [shut, head] = [blink(time), headMove(face, sway(time, shape.open))];
    const speak = byMouth(image, mouth, { gap: openingOf(mouth, shape, REST * mouth.gap), round: shape.round });
    draw(image, out, around, (origin) => {
      head(origin);
      if (shut > 0) lids(origin, shut);
      speak(origin);
    });
    return out;
  };
}
