/** Films that are cut together. */
import sharp from 'sharp';
import { slotOf } from '../../../creation/procedures/params.shared.js';
import { clipsOf } from '../../../creation/procedures/plan.shared.js';
import { cutsOf } from '../../timeline.shared.js';
import type { Job, JobResult } from '../job.js';
import { film, filmOptions, filmPlace, givenFilm, working, type Of, type Report } from '../making.js';

/** Whether a file that was given is a picture: what was taken in is one of a few kinds of them, or a film. */
const isPicture = async (path: string): Promise<boolean> => sharp(path).metadata().then(() => true, () => false);

/** Clips in the order and for as long as their timeline says. */
export async function cutTogether(job: Job, { timeline, framing, loud, bed, bedLoud }: Of<'videoEdit.createVideoEdit'>, report: Report): Promise<JobResult> {
  const { editFilm } = await import('../video/edit/edit.js');
  const given = await Promise.all(job.sources.filter(({ role }) => slotOf(role) === 'clip').map(async ({ role, path }) => {
    const still = await isPicture(path);
    return { role, path, isPicture: still, ...(still ? {} : { seconds: (await givenFilm(job, role, report)).facts.seconds }) };
  }));
  const clips = clipsOf(given);
  const options = { cuts: cutsOf(timeline, clips), texts: timeline.texts, fit: framing, loud, bedLoud, ...(bed === 'none' ? {} : { bed }), ...filmOptions(job) };
  return film(job, editFilm(new Map(clips.map((clip) => [clip.number, clip])), options, await filmPlace(job), working(report), new AbortController().signal));
}
