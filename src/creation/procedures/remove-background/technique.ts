import { imageResult, readImage, workProgress } from '../../../engine/local/job-context.js';
import type { Technique } from '../technique.js';

/** Cuts the subject out. */
export const technique: Technique<'imageTools.backgroundRemover'> = async (job, _params, report) => {
  const { matte } = await import('../../../engine/local/photo/cut-out/matte.js');
  return imageResult(job, await matte(await readImage(job, 'image', report), workProgress(report)), report, {
    alpha: true,
  });
};
