import {
  NEVER_ABORTED,
  promptOptions,
  videoOptions,
  videoResult,
  videoWorkspace,
  workProgress,
} from '../../../engine/local/job-context.js';
import { readSubjects } from '../read-subjects.js';
import type { Technique } from '../technique.js';

/** Cuts the subjects out and moves them in the prompt's scene. */
export const technique: Technique<'video.createVideoBySubjects'> = async (job, _params, report) => {
  const { videoFromSubjects } = await import('../../../engine/local/video/generate/from-subjects.js');
  return videoResult(
    job,
    videoFromSubjects(
      await readSubjects(job, report),
      { ...promptOptions(job), ...videoOptions(job) },
      await videoWorkspace(job),
      workProgress(report),
      NEVER_ABORTED,
    ),
  );
};
