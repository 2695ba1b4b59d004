/**
 * Checks whether the local engine can use a source image, by the code that refuses it during a run, and looks for a
 * part of the image that would pass.
 */
import type { CropFrame, Inspection, InputNeed } from '../../inspection.shared.js';
import { detailedFace, onlyFace, speakingFace, swappableFaces, isClear, MIN_HINT } from '../people/face-check.js';
import { checkGarment, checkWearer } from '../people/garment/fit-garment.js';
import { readFaces } from '../people/landmarks.js';
import { cropTo } from '../photo/crop.js';
import { findSubject } from '../photo/cut-out/matte.js';
import { resample, within } from '../photo/resample.js';
import { ToolRefusal } from '../refusal.js';
import type { Raster } from '../scene/scene.js';
import { framesOfPeople } from './crop-offer.js';

/** Longest side of the copy in which bodies, garments and subjects are looked for: the cut-out's own rim copy. */
const SIDE = 768;
/** Parts of an image that are tried. */
const TRIES = 3;

async function check(image: Raster, need: InputNeed, input: string, bodyNetwork?: string): Promise<void> {
  const copy = async (): Promise<Raster> => {
    const { width, height } = within(image.width, image.height, SIDE);
    return width === image.width && height === image.height ? image : resample(image, width, height);
  };
  switch (need) {
    case 'faces':
      await swappableFaces(image, input);
      return;
    case 'own-face':
      await detailedFace(image, input);
      return;
    case 'speaker':
      await speakingFace(image, input);
      return;
    case 'portrait':
      await onlyFace(image, input);
      return;
    case 'wearer':
      return checkWearer(await copy());
    case 'posed-wearer':
      if (bodyNetwork === undefined) throw new Error('no network of body landmarks');
      return checkWearer(await copy(), bodyNetwork);
    case 'garment':
      return checkGarment(await copy());
    case 'any-face':
      return checkAnyFace(image, input);
    case 'subject':
      await findSubject(await copy(), () => undefined);
      return;
    default:
      need satisfies never;
  }
}

async function checkAnyFace(image: Raster, input: string): Promise<void> {
  if ((await readFaces(image, MIN_HINT)).length === 0) throw new ToolRefusal('NO_FACE_FOUND', { input });
}

async function refusalOf(
  image: Raster,
  need: InputNeed,
  input: string,
  bodyNetwork?: string,
): Promise<ToolRefusal | undefined> {
  try {
    await check(image, need, input, bodyNetwork);
    return undefined;
  } catch (error) {
    if (error instanceof ToolRefusal) return error;
    throw error;
  }
}

/** A part with one person that passes the check. */
async function cropFor(
  image: Raster,
  need: InputNeed,
  input: string,
  bodyNetwork?: string,
): Promise<CropFrame | undefined> {
  const boxes = (await readFaces(image, MIN_HINT)).filter(isClear).map(({ box }) => box);
  for (const frame of framesOfPeople(boxes, image, need === 'wearer' || need === 'posed-wearer').slice(0, TRIES)) {
    const part = cropTo(image, { x: frame.left, y: frame.top, width: frame.width, height: frame.height });
    if ((await refusalOf(part, need, input, bodyNetwork)) === undefined) return frame;
  }
  return undefined;
}

/**
 * @param image opaque or not; not changed
 * @param input name of its form field, for the refusal
 * @param bodyNetwork folder of the network of body landmarks, for `posed-wearer`
 * @returns the refusal, if any, with a part of the image that passes, if there is one
 */
export async function inspectImage(
  image: Raster,
  need: InputNeed,
  input: string,
  bodyNetwork?: string,
): Promise<Inspection> {
  const refused = await refusalOf(image, need, input, bodyNetwork);
  if (refused === undefined) return {};
  const refusal = { identifier: refused.identifier, params: { ...refused.params, input } };
  const crop = refused.params.reason === 'several-faces' ? await cropFor(image, need, input, bodyNetwork) : undefined;
  return crop === undefined ? { refusal } : { refusal, crop };
}
