/** Films from which something is taken away. */
import type { Job, JobResult } from '../job.js';
import { film, filmOptions, filmPlace, given, givenFilm, working, type Of, type Report } from '../making.js';

/** A film without the words that were laid over it. */
export async function wordless(job: Job, { where }: Of<'videoTools.videoSubtitlesRemove'>, report: Report): Promise<JobResult> {
  const { removeSubtitles } = await import('../video/repair/remove-subtitles.js');
  const { path, facts } = await givenFilm(job, 'video', report);
  return film(job, removeSubtitles({ path, hasSound: facts.hasSound }, { where, ...filmOptions(job) }, await filmPlace(job), working(report), new AbortController().signal));
}

/** A film without a thing that is marked on its first frame. */
export async function withoutThing(job: Job, report: Report): Promise<JobResult> {
  const { eraseFromFilm } = await import('../video/repair/erase-from-film.js');
  const { path, facts } = await givenFilm(job, 'video', report);
  const { width, height, seconds, fps } = filmOptions(job);
  const mask = await given(job, 'mask', report, { width, height });
  return film(job, eraseFromFilm({ path, hasSound: facts.hasSound }, { width, height, seconds, fps, mask }, await filmPlace(job), working(report), new AbortController().signal));
}

/** A film's subject before something else. */
export async function withoutGround(job: Job, { behind }: Of<'videoTools.videoBackgroundRemover'>, report: Report): Promise<JobResult> {
  const { changeFilmBackground } = await import('../video/repair/change-film-background.js');
  const { path, facts } = await givenFilm(job, 'video', report);
  const { width, height, seconds, fps } = filmOptions(job);
  const picture = job.sources.some(({ role }) => role === 'background') ? { picture: await given(job, 'background', report) } : {};
  return film(job, changeFilmBackground({ path, hasSound: facts.hasSound }, { width, height, seconds, fps, behind, ...picture }, await filmPlace(job), working(report), new AbortController().signal), behind === 'none' && !('picture' in picture) ? 'video/webm' : 'video/mp4');
}
