import { findFaces, type FaceBox } from '../../people/faces.js';
import { ToolRefusal } from '../../refusal.js';
import type { Raster } from '../../scene/scene.js';

/** Pixels added on each side. */
interface Growth {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Extent of a person around the detected face, from brow to chin, in its widths and heights. */
const PERSON = { beside: 1.2, above: 0.5, below: 8 } as const;

/** Whether an edge that is to be extended cuts a person: the rest of the body would have to be invented. */
export function cutsPerson(
  faces: readonly Omit<FaceBox, 'score'>[],
  { width, height }: Pick<Raster, 'width' | 'height'>,
  { left, top, right, bottom }: Growth,
): boolean {
  return faces.some((face) => {
    const middle = face.x + face.width / 2;
    return (
      (left > 0 && middle - face.width * PERSON.beside < 0) ||
      (right > 0 && middle + face.width * PERSON.beside > width) ||
      (top > 0 && face.y - face.height * PERSON.above < 0) ||
      (bottom > 0 && face.y + face.height * PERSON.below > height)
    );
  });
}

/** @throws ToolRefusal INPUT_INVALID_FOR_SERVICE {input: 'image', reason: 'person-at-edge'} */
export async function checkPeopleAtEdge(image: Raster, growth: Growth): Promise<void> {
  if (cutsPerson(await findFaces(image), image, growth))
    throw new ToolRefusal('INPUT_INVALID_FOR_SERVICE', { input: 'image', reason: 'person-at-edge' });
}
