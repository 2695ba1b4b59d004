import { NEVER_ABORTED, readVideo, videoOptions, videoResult, videoWorkspace, workProgress } from '../../../engine/local/job-context.js';
import type { Technique } from '../technique.js';

/** Enlarges each frame from its neighbours. */
export const technique: Technique<'video.upscaleVideo'> = async (job, _params, report) => {
  const { upscaleFilm } = await import('../../../engine/local/video/enhance/upscale-film.js');
  return videoResult(job, upscaleFilm(await readVideo(job, 'video', report), videoOptions(job), await videoWorkspace(job), workProgress(report), NEVER_ABORTED));
};
