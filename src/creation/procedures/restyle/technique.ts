import { imageResult, promptOptions, readImage, styleOption, workProgress } from '../../../engine/local/job-context.js';
import type { Technique } from '../technique.js';

/** Applies a style, the prompt's light and colours, or both. */
export const technique: Technique<'image2Image.create'> = async (job, { style, strength }, report) => {
  const { restyle } = await import('../../../engine/local/photo/restyle/restyle.js');
  const { raster } = await restyle(
    await readImage(job, 'image', report, job),
    { ...promptOptions(job), ...styleOption(style), strength },
    workProgress(report),
  );
  return imageResult(job, raster, report, { alpha: true });
};
