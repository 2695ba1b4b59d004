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

/** Follows what is marked on the first frame and fills it from other frames. */
export const technique: Technique<'video.videoObjectRemover'> = async (job, _params, report) => {
  const { eraseFromVideo } = await import('../../../engine/local/video/repair/erase-from-video.js');
  const { path, facts } = await readVideo(job, 'video', report);
  const { width, height, seconds, fps } = videoOptions(job);
  const mask = await readImage(job, 'mask', report, { width, height });
  return videoResult(
    job,
    eraseFromVideo(
      { path, hasSound: facts.hasSound },
      { width, height, seconds, fps, mask },
      await videoWorkspace(job),
      workProgress(report),
      NEVER_ABORTED,
    ),
  );
};
