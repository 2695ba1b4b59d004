/** Work on people in pictures. */
import type { Job, JobResult } from '../job.js';
import { given, picture, working, type Of, type Report } from '../making.js';

/** One picture's face in another's. */
export async function faceSwapped(job: Job, { faces }: Of<'imageTools.faceSwap'>, report: Report): Promise<JobResult | undefined> {
  const { swapFace } = await import('../tools/face-swap.js');
  return picture(job, await swapFace(await given(job, 'face', report), await given(job, 'image', report), faces, working(report)), report, { alpha: true });
}
