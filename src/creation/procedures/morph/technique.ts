import {
  hasSource,
  NEVER_ABORTED,
  readImage,
  videoOptions,
  videoResult,
  videoWorkspace,
  workProgress,
} from '../../../engine/local/job-context.js';
import type { Technique } from '../technique.js';

/** Moves a camera over the image, or over the transition between two images. */
export const technique: Technique<'video.createVideoByImageV2'> = async (
  job,
  { camera: chosen, reach, across, up, closer, roll, easing },
  report,
) => {
  const { videoFromImages } = await import('../../../engine/local/video/generate/from-images.js');
  const camera = chosen === 'path' ? { across, up, closer, roll, easing } : chosen;
  const end = hasSource(job, 'end') ? await readImage(job, 'end', report) : undefined;
  return videoResult(
    job,
    videoFromImages(
      await readImage(job, 'image', report),
      end,
      { camera, strength: reach, ...videoOptions(job) },
      await videoWorkspace(job),
      workProgress(report),
      NEVER_ABORTED,
    ),
  );
};
