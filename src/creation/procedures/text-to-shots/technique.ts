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

/** Animates one scene per shot, with the sound of the scenes. */
export const technique: Technique<'video.createVideoByTextV2'> = async (
  job,
  { style, camera, shots, transition, sound },
  report,
) => {
  const { videoFromShots } = await import('../../../engine/local/video/generate/from-shots.js');
  report('understanding', 0);
  const options = {
    ...promptOptions(job),
    ...styleOption(style),
    camera,
    shots,
    transition,
    sound,
    ...videoOptions(job),
  };
  return videoResult(job, videoFromShots(options, await videoWorkspace(job), workProgress(report), NEVER_ABORTED));
};
