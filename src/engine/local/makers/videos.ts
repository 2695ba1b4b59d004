/** Videos made of videos. */
import type { Job, JobResult } from '../job.js';
import { film, filmOptions, filmPlace, givenFilm, working, type Of, type Report } from '../making.js';

/** A video made over in a style. */
export async function restyledFilm(job: Job, { style, strength }: Of<'video.createVideoByVideo'>, report: Report): Promise<JobResult> {
  const { restyleFilm } = await import('../video/enhance/restyle-film.js');
  return film(job, restyleFilm(await givenFilm(job, 'video', report), { style, strength, ...filmOptions(job) }, await filmPlace(job), working(report), new AbortController().signal));
}

/** A video that goes on for longer. */
export async function extendedFilm(job: Job, { added }: Of<'video.videoExtender'>, report: Report): Promise<JobResult> {
  const { extendFilm } = await import('../video/enhance/extend.js');
  const { width, height, seconds, fps } = filmOptions(job);
  return film(job, extendFilm(await givenFilm(job, 'video', report), { width, height, fps, seconds, added }, await filmPlace(job), working(report), new AbortController().signal));
}

/** A video made larger. */
export async function enlargedFilm(job: Job, report: Report): Promise<JobResult> {
  const { upscaleFilm } = await import('../video/enhance/upscale-film.js');
  return film(job, upscaleFilm(await givenFilm(job, 'video', report), filmOptions(job), await filmPlace(job), working(report), new AbortController().signal));
}
