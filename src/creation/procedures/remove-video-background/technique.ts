import { hasSource, NEVER_ABORTED, readImage, readVideo, videoOptions, videoResult, videoWorkspace, workProgress } from '../../../engine/local/job-context.js';
import type { Technique } from '../technique.js';

/** Cuts the subject out of each frame; without a background, a WebM with transparency. */
export const technique: Technique<'videoTools.videoBackgroundRemover'> = async (job, { behind }, report) => {
  const { changeFilmBackground } = await import('../../../engine/local/video/repair/change-film-background.js');
  const { path, facts } = await readVideo(job, 'video', report);
  const { width, height, seconds, fps } = videoOptions(job);
  const picture = hasSource(job, 'background') ? { picture: await readImage(job, 'background', report) } : {};
  const made = changeFilmBackground({ path, hasSound: facts.hasSound }, { width, height, seconds, fps, behind, ...picture }, await videoWorkspace(job), workProgress(report), NEVER_ABORTED);
  return videoResult(job, made, behind === 'none' && !('picture' in picture) ? 'video/webm' : 'video/mp4');
};
