/** Whether an image has the faces that a work needs, and what is said where it has not. */
import type { Raster } from '../scene/scene.js';
import { readFaces, type Face } from './landmarks.js';
import { ToolRefusal } from '../refusal.js';

/** Minimum score at which there is something of a face at all, and at which there is one. Measured on 23 faces of six photographs. */
export const MIN_HINT = 0.45;
const MIN_FACE = 0.45;
/** Two looks at a face are at most as far apart, as a share of its size. */
const MAX_DOUBT = 0.045;
/** From here on the far eye is hidden or nearly so. */
const MAX_YAW = 0.78;
/** A face that is as wide beside the largest is someone else, not a passer-by in the distance. */
const SECOND = 0.4;

/** Whether a face is surely one. */
export const isClear = ({ box, doubt }: Face): boolean => box.score >= MIN_FACE && doubt <= MAX_DOUBT;
/** Whether both of its eyes are seen. */
export const isFrontal = ({ pose }: Face): boolean => Math.abs(pose.yaw) <= MAX_YAW;

/**
 * The faces of an image that are seen well enough to be worked on.
 * @param input the image's place in the form, for the refusal
 * @returns the largest first, at least one
 * @throws ToolRefusal NO_FACE_FOUND {input}; INVALID_FACE_POSE {input} where there is one, but turned away too far
 */
export async function swappableFaces(image: Raster, input: string): Promise<readonly [Face, ...Face[]]> {
  const all = await readFaces(image, MIN_HINT);
  const [first, ...others] = all.filter((face) => isClear(face) && isFrontal(face));
  if (first !== undefined) return [first, ...others];
  throw new ToolRefusal(all.length === 0 ? 'NO_FACE_FOUND' : 'INVALID_FACE_POSE', { input });
}

/**
 * The one face of an image of one person.
 * @throws ToolRefusal as {@link swappableFaces}; INPUT_INVALID_FOR_SERVICE {input, reason: 'several-faces'} where there are two and more of like size
 */
export async function onlyFace(image: Raster, input: string): Promise<Face> {
  const [first, second] = await swappableFaces(image, input);
  if (second !== undefined && second.box.width >= first.box.width * SECOND) throw new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input, reason: 'several-faces' });
  return first;
}
