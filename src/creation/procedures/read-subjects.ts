import type { Job } from '../../engine/local/job.js';
import { hasSource, readImage, type Report } from '../../engine/local/job-context.js';
import type { Raster } from '../../engine/local/scene/scene.js';
import { rolesOf } from '../../engine/sources.shared.js';

/** The images of the subjects, in order. */
export async function readSubjects(job: Job, report: Report): Promise<readonly Raster[]> {
  const images: Raster[] = [];
  for (const role of rolesOf('subject', { max: 4 }))
    if (hasSource(job, role)) images.push(await readImage(job, role, report));
  return images;
}
