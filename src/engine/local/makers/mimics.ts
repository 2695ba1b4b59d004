/** Portraits that move as somebody does. */
import type { Job, JobResult } from '../job.js';
import { film, filmOptions, filmPlace, given, givenFilm, working, type Of, type Report } from '../making.js';

/** A portrait with the movement of the person in a film, and that film's sound. */
export async function imitated(job: Job, { reach }: Of<'video.createActionImitation'>, report: Report): Promise<JobResult> {
  const { mimicFilm } = await import('../video/faces/mimic/mimic.js');
  const portrait = await given(job, 'image', report, job);
  return film(job, mimicFilm(portrait, await givenFilm(job, 'video', report), { reach, ...filmOptions(job) }, await filmPlace(job), working(report), new AbortController().signal));
}
