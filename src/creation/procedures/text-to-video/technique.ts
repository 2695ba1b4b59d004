import {
  NEVER_ABORTED,
  promptOptions,
  styleOption,
  videoOptions,
  videoResult,
  videoWorkspace,
  workProgress,
} from '../../../engine/local/job-context.js';
import type { Technique } from '../technique.js';

/** Animates the scene of the prompt. */
export const technique: Technique<'video.createVideoByText'> = async (job, { style }, report) => {
  const { videoFromText } = await import('../../../engine/local/video/generate/from-text.js');
  report('understanding', 0);
  return videoResult(
    job,
    videoFromText(
      { ...promptOptions(job), ...styleOption(style), ...videoOptions(job) },
      await videoWorkspace(job),
      workProgress(report),
      NEVER_ABORTED,
    ),
  );
};
