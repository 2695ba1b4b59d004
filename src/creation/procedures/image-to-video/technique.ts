import {
  NEVER_ABORTED,
  readImage,
  videoOptions,
  videoResult,
  videoWorkspace,
  workProgress,
} from '../../../engine/local/job-context.js';
import type { Technique } from '../technique.js';

/** Moves a camera before the image, by its depth. */
export const technique: Technique<'video.createVideoByImage'> = async (job, { motion, reach }, report) => {
  const { videoFromImage } = await import('../../../engine/local/video/generate/from-image.js');
  return videoResult(
    job,
    videoFromImage(
      await readImage(job, 'image', report),
      { motion, reach, ...videoOptions(job) },
      await videoWorkspace(job),
      workProgress(report),
      NEVER_ABORTED,
    ),
  );
};
