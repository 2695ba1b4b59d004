import {
  imageResult,
  NEVER_ABORTED,
  readImage,
  readVideo,
  videoOptions,
  videoResult,
  videoWorkspace,
  workProgress,
} from '../../../engine/local/job-context.js';
import type { Technique } from '../technique.js';

/** Swaps faces in an image, or in a video with face tracking. */
export const technique: Technique<'task.createFaceSwapTask'> = async (job, { faces }, report) => {
  const source = await readImage(job, 'face', report);
  if (job.seconds > 0) {
    const { swapFaces } = await import('../../../engine/local/video/faces/swap-faces.js');
    const { path, facts } = await readVideo(job, 'target', report);
    return videoResult(
      job,
      swapFaces(
        source,
        { path, hasSound: facts.hasSound },
        { which: faces, ...videoOptions(job) },
        await videoWorkspace(job),
        workProgress(report),
        NEVER_ABORTED,
      ),
    );
  }
  const { swapFace } = await import('../../../engine/local/people/face-swap.js');
  return imageResult(
    job,
    await swapFace(source, await readImage(job, 'target', report), faces, workProgress(report), 'target'),
    report,
    { alpha: true },
  );
};
