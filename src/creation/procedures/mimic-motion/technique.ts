import {
  NEVER_ABORTED,
  readImage,
  readVideo,
  videoOptions,
  videoResult,
  videoWorkspace,
  workProgress,
} from '../../../engine/local/job-context.js';
import type { Technique } from '../technique.js';

/** Drives the portrait by the landmarks of the video's face. */
export const technique: Technique<'video.createActionImitation'> = async (job, { reach }, report) => {
  const { mimicVideo } = await import('../../../engine/local/video/faces/mimic/mimic.js');
  const portrait = await readImage(job, 'image', report, job);
  return videoResult(
    job,
    mimicVideo(
      portrait,
      await readVideo(job, 'video', report),
      { reach, ...videoOptions(job) },
      await videoWorkspace(job),
      workProgress(report),
      NEVER_ABORTED,
    ),
  );
};
