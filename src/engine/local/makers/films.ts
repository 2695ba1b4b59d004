/** Films from words and pictures. */
import { rolesOf } from '../../../creation/procedures/params.shared.js';
import type { Job, JobResult } from '../job.js';
import { film, filmOptions, filmPlace, given, styleOption, words, working, type Of, type Report } from '../making.js';
import type { Raster } from '../scene/scene.js';

/** One to four pictures in a film with an effect. */
export async function templated(job: Job, { template }: Of<'video.createVideoByTemplate'>, report: Report): Promise<JobResult> {
  const { videoFromTemplate } = await import('../video/generate/from-template.js');
  return film(job, videoFromTemplate(await subjects(job, report), { template, ...filmOptions(job) }, await filmPlace(job), working(report), new AbortController().signal));
}

/** One to four pictures' subjects in the scene of words. */
export async function withSubjects(job: Job, report: Report): Promise<JobResult> {
  const { videoFromSubjects } = await import('../video/generate/from-subjects.js');
  return film(job, videoFromSubjects(await subjects(job, report), { ...words(job), ...filmOptions(job) }, await filmPlace(job), working(report), new AbortController().signal));
}

/** An animated film of up to four pictures, or of words. */
export async function animatedByHand(job: Job, { look, hold }: Of<'anime.createAnimatedVideo'>, report: Report): Promise<JobResult> {
  const { animeFilm } = await import('../video/anime/film.js');
  return film(job, animeFilm(await subjects(job, report), { ...words(job), look, hold, ...filmOptions(job) }, await filmPlace(job), working(report), new AbortController().signal));
}

/** The pictures of the subjects, in order. */
async function subjects(job: Job, report: Report): Promise<readonly Raster[]> {
  const pictures: Raster[] = [];
  for (const role of rolesOf('subject', { most: 4 })) if (job.sources.some((source) => source.role === role)) pictures.push(await given(job, role, report));
  return pictures;
}

/** A picture, or the way from one picture to another, before a camera. */
export async function enlivened(job: Job, { camera: chosen, reach, across, up, closer, roll, easing }: Of<'video.createVideoByImageV2'>, report: Report): Promise<JobResult> {
  const { videoFromPictures } = await import('../video/generate/from-pictures.js');
  const camera = chosen === 'path' ? { across, up, closer, roll, easing } : chosen;
  const end = job.sources.some(({ role }) => role === 'end') ? await given(job, 'end', report) : undefined;
  return film(job, videoFromPictures(await given(job, 'image', report), end, { camera, strength: reach, ...filmOptions(job) }, await filmPlace(job), working(report), new AbortController().signal));
}

/** A film of words in shots, with what its scenes sound like. */
export async function inShots(job: Job, { style, camera, shots, transition, sound }: Of<'video.createVideoByTextV2'>, report: Report): Promise<JobResult> {
  const { videoFromShots } = await import('../video/generate/from-shots.js');
  report('understanding', 0);
  return film(job, videoFromShots({ ...words(job), ...styleOption(style), camera, shots, transition, sound, ...filmOptions(job) }, await filmPlace(job), working(report), new AbortController().signal));
}
