import {
  NEVER_ABORTED,
  readVideo,
  videoOptions,
  videoResult,
  videoWorkspace,
  workProgress,
} from '../../../engine/local/job-context.js';
import type { Technique } from '../technique.js';

/** Applies a style to each frame, steadied along the motion. */
export const technique: Technique<'video.createVideoByVideo'> = async (job, { style, strength }, report) => {
  const { restyleVideo } = await import('../../../engine/local/video/enhance/restyle-video.js');
  return videoResult(
    job,
    restyleVideo(
      await readVideo(job, 'video', report),
      { style, strength, ...videoOptions(job) },
      await videoWorkspace(job),
      workProgress(report),
      NEVER_ABORTED,
    ),
  );
};
