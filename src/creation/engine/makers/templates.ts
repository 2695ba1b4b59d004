/** Pictures that are laid out: words set in type, with pictures or without. */
import type { Job, JobResult } from '../job.js';
import { given, picture, working, type Of, type Report } from '../making.js';

/** A template filled with words and, where one was given, a picture. */
export async function laidOut(job: Job, { design, palette, headline, sub, line }: Of<'template2Image.create'>, report: Report): Promise<JobResult | undefined> {
  const { composeTemplate } = await import('../templates/compose.js');
  const step = working(report);
  const image = job.sources.some(({ role }) => role === 'image') ? { picture: await given(job, 'image', report) } : {};
  step({ fraction: 0.2 });
  const { raster } = await composeTemplate({ template: design, palette, fields: { headline, sub, line }, width: job.width, height: job.height, ...image });
  step({ fraction: 1, partial: raster });
  return picture(job, raster, report);
}
