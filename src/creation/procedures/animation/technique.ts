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

/** Draws the images or the scene as cel animation. */
export const technique: Technique<'anime.createAnimatedVideo'> = async (job, { look, hold }, report) => {
  const { animeVideo } = await import('../../../engine/local/video/anime/anime-video.js');
  return videoResult(
    job,
    animeVideo(
      await readSubjects(job, report),
      { ...promptOptions(job), look, hold, ...videoOptions(job) },
      await videoWorkspace(job),
      workProgress(report),
      NEVER_ABORTED,
    ),
  );
};
