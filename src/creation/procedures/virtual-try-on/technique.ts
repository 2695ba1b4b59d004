import { folderFor } from '../../../engine/local/job.js';
import { imageResult, readImage, workProgress } from '../../../engine/local/job-context.js';
import type { Technique } from '../technique.js';

/** Fits the garment to the torso, and to the arms where the model knows them. */
export const technique: Technique<'template2Image.modelFitting'> = async (job, { fit }, report) => {
  const { fitGarment } = await import('../../../engine/local/people/garment/fit-garment.js');
  return imageResult(
    job,
    await fitGarment(
      await readImage(job, 'garment', report),
      await readImage(job, 'image', report),
      fit,
      workProgress(report),
      folderFor(job, 'movenet'),
    ),
    report,
    { alpha: true },
  );
};
