import { imageResult, promptOptions, readImage, styleOption, workProgress } from '../../../engine/local/job-context.js';
import type { Technique } from '../technique.js';

/** Paints the prompt into the masked part. */
export const technique: Technique<'imageTools.painting'> = async (job, { style }, report) => {
  const { paintIn } = await import('../../../engine/local/photo/restyle/paint-in.js');
  const [whole, mask] = [await readImage(job, 'image', report), await readImage(job, 'mask', report)];
  const { raster } = await paintIn(whole, mask, { ...promptOptions(job), ...styleOption(style) }, workProgress(report));
  return imageResult(job, raster, report, { alpha: true });
};
