import type { Job, JobResult } from '../job.js';
import { film, filmOptions, filmPlace, given, givenFilm, working, type Of, type Report } from '../making.js';

/** A face of a picture or a film that says a text. */
export async function lipSynced(job: Job, { voice, language }: Of<'lipSync.createLipSyncTask'>, report: Report): Promise<JobResult> {
  const { lipSync, said } = await import('../video/lip-sync.js');
  report('understanding', 0);
  const options = filmOptions(job);
  const spoken = await said(job.prompt, { voice, language }, options);
  const face = job.sources.find(({ role }) => role === 'face');
  const shown = face?.type?.startsWith('video/') === true ? await givenFilm(job, 'face', report) : await given(job, 'face', report, job);
  return film(job, lipSync(shown, spoken, options, await filmPlace(job), working(report), new AbortController().signal));
}
