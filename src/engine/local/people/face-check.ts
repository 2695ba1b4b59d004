/** Checks whether an image has the faces that a procedure needs, and gives the refusal if not. */
import type { Raster } from '../scene/scene.js';
import { readFaces, type Face } from './landmarks.js';
import { ToolRefusal } from '../refusal.js';

/** Minimum detector score of a possible face, and of a certain one. Measured on 23 faces of six photographs. */
export const MIN_HINT = 0.45;
const MIN_FACE = 0.45;
/** Maximum difference of two landmark estimates of a face, as a share of its size. */
const MAX_DOUBT = 0.045;
/** Yaw from which the far eye is hidden or nearly so. */
const MAX_YAW = 0.78;
/** A face of at least this share of the largest face's width is a second person, not a passer-by in the distance. */
const SECOND = 0.4;
/** Minimum width of a face whose features are shown elsewhere or moved, pixels from jaw to jaw: below it they blur. */
const MIN_WIDTH = 48;

/** Whether a face is certain. */
export const isClear = ({ box, doubt }: Face): boolean => box.score >= MIN_FACE && doubt <= MAX_DOUBT;
/** Whether both eyes are visible. */
export const isFrontal = ({ pose }: Face): boolean => Math.abs(pose.yaw) <= MAX_YAW;

/**
 * The faces of an image that are clear enough to process.
 * @param input name of the image's form field, for the refusal
 * @returns the largest first, at least one
 * @throws ToolRefusal NO_FACE_FOUND {input}; INVALID_FACE_POSE {input} when every face is turned away too far
 */
export async function swappableFaces(image: Raster, input: string): Promise<readonly [Face, ...Face[]]> {
  const all = await readFaces(image, MIN_HINT);
  const [first, ...others] = all.filter((face) => isClear(face) && isFrontal(face));
  if (first !== undefined) return [first, ...others];
  throw new ToolRefusal(all.length === 0 ? 'NO_FACE_FOUND' : 'INVALID_FACE_POSE', { input });
}

/**
 * The single face of an image of one person.
 * @throws ToolRefusal as {@link swappableFaces}; INPUT_INVALID_FOR_SERVICE {input, reason: 'several-faces'} when two or
 * more faces have a similar size
 */
export async function onlyFace(image: Raster, input: string): Promise<Face> {
  const [first, second] = await swappableFaces(image, input);
  if (second !== undefined && second.box.width >= first.box.width * SECOND)
    throw new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input, reason: 'several-faces' });
  return first;
}

/**
 * The single face of an image, with enough pixels to be shown elsewhere or to speak.
 * @throws ToolRefusal as {@link onlyFace}; INPUT_INVALID_FOR_SERVICE {input, reason: 'face-small', least} in pixels
 */
export async function detailedFace(image: Raster, input: string): Promise<Face> {
  const face = await onlyFace(image, input);
  const [jawLeft, jawRight] = [face.points[0]!, face.points[16]!];
  if (Math.hypot(jawRight.x - jawLeft.x, jawRight.y - jawLeft.y) < MIN_WIDTH)
    throw new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input, reason: 'face-small', least: MIN_WIDTH });
  return face;
}

/**
 * The single face of an image that is to speak.
 * @throws ToolRefusal as {@link detailedFace}, but NO_FACES_IN_IMAGE when there is no face
 */
export async function speakingFace(image: Raster, input: string): Promise<Face> {
  try {
    return await detailedFace(image, input);
  } catch (error) {
    if (error instanceof ToolRefusal && error.identifier === 'NO_FACE_FOUND')
      throw new ToolRefusal('NO_FACES_IN_IMAGE', { input });
    throw error;
  }
}
