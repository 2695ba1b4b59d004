/**
 * Checks whether the local engine can use a source image, by the code that refuses it during a run, and looks for a
 * part of the image that would pass.
 */
import type { CropFrame, Inspection, InputNeed } from '../../inspection.shared.js';
import { detailedFace, onlyFace, speakingFace, swappableFaces, isClear, MIN_HINT } from '../people/face-check.js';
import { showsTexts } from '../ocr/shows-texts.js';
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

/** What a need is checked by: folders of optional models, and texts that must be legible. */
export interface CheckedBy {
  readonly bodyNetwork?: string;
  readonly textNetworks?: string;
  readonly texts?: readonly string[];
}

async function check(image: Raster, need: InputNeed, input: string, by: CheckedBy): Promise<void> {
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
      if (by.bodyNetwork === undefined) throw new Error('no network of body landmarks');
      return checkWearer(await copy(), by.bodyNetwork);
    case 'garment':
      return checkGarment(await copy());
    case 'any-face':
      return checkAnyFace(image, input);
    case 'legible':
      if (by.textNetworks === undefined) throw new Error('no network that reads text');
      return checkLegible(image, input, by.textNetworks, by.texts ?? []);
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

async function checkLegible(image: Raster, input: string, folder: string, texts: readonly string[]): Promise<void> {
  let isLegible: boolean;
  try {
    isLegible = await showsTexts(image, texts, folder);
  } catch (error) {
    // A damaged model says nothing about the image.
    throw error instanceof ToolRefusal ? new Error(error.message) : error;
  }
  if (!isLegible) throw new ToolRefusal('RESULT_DEFECTIVE', { input });
}

async function refusalOf(
  image: Raster,
  need: InputNeed,
  input: string,
  by: CheckedBy,
): Promise<ToolRefusal | undefined> {
  try {
    await check(image, need, input, by);
    return undefined;
  } catch (error) {
    if (error instanceof ToolRefusal) return error;
    throw error;
  }
}

/** A part with one person that passes the check. */
async function cropFor(image: Raster, need: InputNeed, input: string, by: CheckedBy): Promise<CropFrame | undefined> {
  const boxes = (await readFaces(image, MIN_HINT)).filter(isClear).map(({ box }) => box);
  for (const frame of framesOfPeople(boxes, image, need === 'wearer' || need === 'posed-wearer').slice(0, TRIES)) {
    const part = cropTo(image, { x: frame.left, y: frame.top, width: frame.width, height: frame.height });
    if ((await refusalOf(part, need, input, by)) === undefined) return frame;
  }
  return undefined;
}

/**
 * @param image opaque or not; not changed
 * @param input name of its form field, for the refusal
 * @param by what `posed-wearer` and `legible` need
 * @returns the refusal, if any, with a part of the image that passes, if there is one
 */
export async function inspectImage(
  image: Raster,
  need: InputNeed,
  input: string,
  by: CheckedBy = {},
): Promise<Inspection> {
  const refused = await refusalOf(image, need, input, by);
  if (refused === undefined) return {};
  const refusal = { identifier: refused.identifier, params: { ...refused.params, input } };
  const crop = refused.params.reason === 'several-faces' ? await cropFor(image, need, input, by) : undefined;
  return crop === undefined ? { refusal } : { refusal, crop };
}
