import type { Job, JobResult } from '../job.js';
import { film, filmOptions, filmPlace, styleOption, working, words, type Of, type Report } from '../making.js';

/** A short film of a script, spoken. */
export async function short(job: Job, { voice, language, style, captions }: Of<'aiShorts.create'>, report: Report): Promise<JobResult> {
  const { shortFilm } = await import('../video/generate/shorts.js');
  report('understanding', 0);
  return film(job, shortFilm({ ...words(job), ...filmOptions(job), ...styleOption(style), voice, language, captions }, await filmPlace(job), working(report)));
}
