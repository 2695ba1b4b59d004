import {
  hasSource,
  NEVER_ABORTED,
  readImage,
  readVideo,
  videoOptions,
  videoResult,
  videoWorkspace,
  workProgress,
} from '../../../engine/local/job-context.js';
import type { Technique } from '../technique.js';

/** Cuts the subject out of each frame; without a background, a WebM with transparency. */
export const technique: Technique<'videoTools.videoBackgroundRemover'> = async (job, { behind }, report) => {
  const { changeVideoBackground } = await import('../../../engine/local/video/repair/change-video-background.js');
  const { path, facts } = await readVideo(job, 'video', report);
  const { width, height, seconds, fps } = videoOptions(job);
  const image = hasSource(job, 'background') ? { image: await readImage(job, 'background', report) } : {};
  const made = changeVideoBackground(
    { path, hasSound: facts.hasSound },
    { width, height, seconds, fps, behind, ...image },
    await videoWorkspace(job),
    workProgress(report),
    NEVER_ABORTED,
  );
  return videoResult(job, made, behind === 'none' && !('picture' in image) ? 'video/webm' : 'video/mp4');
};
