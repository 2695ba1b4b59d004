import { imageResult, readImage, workProgress } from '../../../engine/local/job-context.js';
import type { Technique } from '../technique.js';

/** Warps one image's face into those of another and blends it at the edges. */
export const technique: Technique<'imageTools.faceSwap'> = async (job, { faces }, report) => {
  const { swapFace } = await import('../../../engine/local/people/face-swap.js');
  return imageResult(
    job,
    await swapFace(
      await readImage(job, 'face', report),
      await readImage(job, 'image', report),
      faces,
      workProgress(report),
    ),
    report,
    { alpha: true },
  );
};
