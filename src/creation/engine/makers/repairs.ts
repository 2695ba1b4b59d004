/** Films from which something is taken away. */
import type { Job, JobResult } from '../job.js';
import { film, filmOptions, filmPlace, givenFilm, working, type Of, type Report } from '../making.js';

/** A film without the words that were laid over it. */
export async function wordless(job: Job, { where }: Of<'videoTools.videoSubtitlesRemove'>, report: Report): Promise<JobResult> {
  const { removeSubtitles } = await import('../video/remove-subtitles.js');
  const { path, facts } = await givenFilm(job, 'video', report);
  return film(job, removeSubtitles({ path, hasSound: facts.hasSound }, { where, ...filmOptions(job) }, await filmPlace(job), working(report), new AbortController().signal));
}
