import { folderFor } from '../../../engine/local/job.js';
import {
  NEVER_ABORTED,
  readImage,
  readVideo,
  videoOptions,
  videoResult,
  videoWorkspace,
  workProgress,
} from '../../../engine/local/job-context.js';
import type { Technique } from '../technique.js';

/** Moves the mouth by the loudness and sounds of the speech. */
export const technique: Technique<'lipSync.createLipSyncTask'> = async (job, { voice, language }, report) => {
  const { lipSync, recorded, said } = await import('../../../engine/local/video/faces/lip-sync.js');
  report('understanding', 0);
  const [options, place] = [videoOptions(job), await videoWorkspace(job)];
  const sourceOf = (role: 'face' | 'audio') => job.sources.find((source) => source.role === role);
  const recording = sourceOf('audio');
  const speech =
    recording === undefined
      ? await said(job.prompt, { voice, language, kokoro: folderFor(job, 'kokoro') }, options)
      : await recorded(recording.path, options, place);
  const face =
    sourceOf('face')?.type?.startsWith('video/') === true
      ? await readVideo(job, 'face', report)
      : await readImage(job, 'face', report, job);
  return videoResult(job, lipSync(face, speech, options, place, workProgress(report), NEVER_ABORTED));
};
