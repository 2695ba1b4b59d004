import { imageResult, readImage, workProgress } from '../../../engine/local/job-context.js';
import type { Technique } from '../technique.js';

/** Fills scratches, then restores contrast and colours, then sharpens. */
export const technique: Technique<'imageTools.restore'> = async (job, { scratches, fading, sharpness }, report) => {
  const { restorePhoto } = await import('../../../engine/local/photo/restore/restore-photo.js');
  return imageResult(
    job,
    await restorePhoto(await readImage(job, 'image', report), { scratches, fading, sharpness }, workProgress(report)),
    report,
    { alpha: true },
  );
};
