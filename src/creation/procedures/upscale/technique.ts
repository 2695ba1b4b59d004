import { imageResult, readImage, workProgress } from '../../../engine/local/job-context.js';
import type { Technique } from '../technique.js';

/** Upscales with a network, and corrects the result by back-projection of the source. */
export const technique: Technique<'imageTools.upscale'> = async (job, _params, report) => {
  const { upscale } = await import('../../../engine/local/photo/upscale/upscale.js');
  const raster = await upscale(
    await readImage(job, 'image', report),
    { width: job.width, height: job.height },
    workProgress(report),
  );
  return imageResult(job, raster, report, { alpha: true });
};
