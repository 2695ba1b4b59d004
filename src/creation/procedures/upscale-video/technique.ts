import {
  NEVER_ABORTED,
  readVideo,
  videoOptions,
  videoResult,
  videoWorkspace,
  workProgress,
} from '../../../engine/local/job-context.js';
import type { Technique } from '../technique.js';

/** Enlarges each frame from its neighbours. */
export const technique: Technique<'video.upscaleVideo'> = async (job, _params, report) => {
  const { upscaleVideo } = await import('../../../engine/local/video/enhance/upscale-video.js');
  return videoResult(
    job,
    upscaleVideo(
      await readVideo(job, 'video', report),
      videoOptions(job),
      await videoWorkspace(job),
      workProgress(report),
      NEVER_ABORTED,
    ),
  );
};
