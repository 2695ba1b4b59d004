import { folderFor } from '../../../engine/local/job.js';
import {
  promptOptions,
  styleOption,
  videoOptions,
  videoResult,
  videoWorkspace,
  workProgress,
} from '../../../engine/local/job-context.js';
import type { Technique } from '../technique.js';

/** Draws a shot for each part of the script, and speaks it. */
export const technique: Technique<'aiShorts.create'> = async (job, { voice, language, style, captions }, report) => {
  const { shortVideo } = await import('../../../engine/local/video/generate/shorts.js');
  report('understanding', 0);
  const options = {
    ...promptOptions(job),
    ...videoOptions(job),
    ...styleOption(style),
    voice,
    language,
    captions,
    kokoro: folderFor(job, 'kokoro'),
  };
  return videoResult(job, shortVideo(options, await videoWorkspace(job), workProgress(report)));
};
