import { imageResult, readImage, workProgress } from '../../../engine/local/job-context.js';
import type { Technique } from '../technique.js';

/** Continues the image beyond its edges. */
export const technique: Technique<'imageTools.uncrop'> = async (job, { left, top, right, bottom }, report) => {
  const { uncrop } = await import('../../../engine/local/photo/fill/uncrop.js');
  return imageResult(job, await uncrop(await readImage(job, 'image', report), { left, top, right, bottom }, workProgress(report)), report, { alpha: true });
};
