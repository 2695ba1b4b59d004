/** Work on people in pictures and films. */
import type { Job, JobResult } from '../job.js';
import { film, filmOptions, filmPlace, given, givenFilm, picture, working, type Of, type Report } from '../making.js';

/** One picture's face in another's. */
export async function faceSwapped(job: Job, { faces }: Of<'imageTools.faceSwap'>, report: Report): Promise<JobResult | undefined> {
  const { swapFace } = await import('../people/face-swap.js');
  return picture(job, await swapFace(await given(job, 'face', report), await given(job, 'image', report), faces, working(report)), report, { alpha: true });
}

/** One picture's face in those of a picture or of a film. */
export async function facesSwapped(job: Job, { faces }: Of<'task.createFaceSwapTask'>, report: Report): Promise<JobResult | undefined> {
  const source = await given(job, 'face', report);
  if (job.seconds > 0) {
    const { swapFaces } = await import('../video/faces/swap-faces.js');
    const { path, facts } = await givenFilm(job, 'target', report);
    return film(job, swapFaces(source, { path, hasSound: facts.hasSound }, { which: faces, ...filmOptions(job) }, await filmPlace(job), working(report), new AbortController().signal));
  }
  const { swapFace } = await import('../people/face-swap.js');
  return picture(job, await swapFace(source, await given(job, 'target', report), faces, working(report), 'target'), report, { alpha: true });
}

/** A garment from one picture on the person in another. */
export async function fitted(job: Job, { fit }: Of<'template2Image.modelFitting'>, report: Report): Promise<JobResult | undefined> {
  const { fitGarment } = await import('../people/garment/fit-garment.js');
  return picture(job, await fitGarment(await given(job, 'garment', report), await given(job, 'image', report), fit, working(report)), report, { alpha: true });
}
