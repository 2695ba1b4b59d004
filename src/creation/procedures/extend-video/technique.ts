import {
  NEVER_ABORTED,
  readVideo,
  videoOptions,
  videoResult,
  videoWorkspace,
  workProgress,
} from '../../../engine/local/job-context.js';
import type { Technique } from '../technique.js';

/** Continues the video's motion. */
export const technique: Technique<'video.videoExtender'> = async (job, { added }, report) => {
  const { extendVideo } = await import('../../../engine/local/video/enhance/extend.js');
  const { width, height, seconds, fps } = videoOptions(job);
  return videoResult(
    job,
    extendVideo(
      await readVideo(job, 'video', report),
      { width, height, fps, seconds, added },
      await videoWorkspace(job),
      workProgress(report),
      NEVER_ABORTED,
    ),
  );
};
