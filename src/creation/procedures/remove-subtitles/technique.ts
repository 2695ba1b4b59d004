import { folderFor } from '../../../engine/local/job.js';
import { defined } from '../../../kernel/defined.shared.js';
import {
  NEVER_ABORTED,
  readVideo,
  videoOptions,
  videoResult,
  videoWorkspace,
  workProgress,
} from '../../../engine/local/job-context.js';
import type { Technique } from '../technique.js';

/** Finds the text and fills it from other frames. */
export const technique: Technique<'videoTools.videoSubtitlesRemove'> = async (job, { where }, report) => {
  const { removeSubtitles } = await import('../../../engine/local/video/repair/remove-subtitles.js');
  const { path, facts } = await readVideo(job, 'video', report);
  return videoResult(
    job,
    removeSubtitles(
      { path, hasSound: facts.hasSound },
      { where, ...videoOptions(job), ...defined({ readerFolder: folderFor(job, 'ppocr') }) },
      await videoWorkspace(job),
      workProgress(report),
      NEVER_ABORTED,
    ),
  );
};
