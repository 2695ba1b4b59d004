import type { Job, JobResult } from '../job.js';
import { film, filmOptions, filmPlace, given, givenFilm, working, type Of, type Report } from '../making.js';

/** A face of a picture or a film that says a text, or what was recorded. */
export async function lipSynced(job: Job, { voice, language }: Of<'lipSync.createLipSyncTask'>, report: Report): Promise<JobResult> {
  const { lipSync, recorded, said } = await import('../video/faces/lip-sync.js');
  report('understanding', 0);
  const [options, place] = [filmOptions(job), await filmPlace(job)];
  const sourceOf = (role: 'face' | 'audio') => job.sources.find((one) => one.role === role);
  const recording = sourceOf('audio');
  const spoken = recording === undefined ? await said(job.prompt, { voice, language }, options) : await recorded(recording.path, options, place);
  const shown = sourceOf('face')?.type?.startsWith('video/') === true ? await givenFilm(job, 'face', report) : await given(job, 'face', report, job);
  return film(job, lipSync(shown, spoken, options, place, working(report), new AbortController().signal));
}
