import {
  NEVER_ABORTED,
  videoOptions,
  videoResult,
  videoWorkspace,
  workProgress,
} from '../../../engine/local/job-context.js';
import { readSubjects } from '../read-subjects.js';
import type { Technique } from '../technique.js';

/** Plays the effect with the images. */
export const technique: Technique<'video.createVideoByTemplate'> = async (job, { template }, report) => {
  const { videoFromTemplate } = await import('../../../engine/local/video/generate/from-template.js');
  return videoResult(
    job,
    videoFromTemplate(
      await readSubjects(job, report),
      { template, ...videoOptions(job) },
      await videoWorkspace(job),
      workProgress(report),
      NEVER_ABORTED,
    ),
  );
};
