import { imageResult, readImage, workProgress } from '../../../engine/local/job-context.js';
import type { Technique } from '../technique.js';

/** Fills the masked part from the rest of the image. */
export const technique: Technique<'imageTools.objectRemover'> = async (job, _params, report) => {
  const { removeObject } = await import('../../../engine/local/photo/fill/remove-object.js');
  const [whole, mask] = [await readImage(job, 'image', report), await readImage(job, 'mask', report)];
  return imageResult(job, await removeObject(whole, mask, workProgress(report)), report, { alpha: true });
};
