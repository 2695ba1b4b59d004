import { imageResult, readImage, workProgress } from '../../../engine/local/job-context.js';
import type { Technique } from '../technique.js';

/** Continues the image beyond its edges. */
export const technique: Technique<'imageTools.uncrop'> = async (job, { left, top, right, bottom }, report) => {
  const [{ uncrop }, { checkPeopleAtEdge }] = await Promise.all([
    import('../../../engine/local/photo/fill/uncrop.js'),
    import('../../../engine/local/photo/fill/people-at-edge.js'),
  ]);
  const [image, growth] = [await readImage(job, 'image', report), { left, top, right, bottom }];
  await checkPeopleAtEdge(image, growth);
  return imageResult(job, await uncrop(image, growth, workProgress(report)), report, { alpha: true });
};
