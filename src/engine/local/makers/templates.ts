/** Pictures that are laid out: words set in type, with pictures or without. */
import { drawPicture } from '../render/draw.js';
import type { Job, JobResult } from '../job.js';
import { drawable, given, picture, words, working, type Of, type Report } from '../making.js';

/** A template filled with words and, where one was given, a picture. */
export async function laidOut(job: Job, { design, palette, headline, sub, line }: Of<'template2Image.create'>, report: Report): Promise<JobResult | undefined> {
  const { composeTemplate } = await import('../design/templates/compose.js');
  const step = working(report);
  const image = job.sources.some(({ role }) => role === 'image') ? { picture: await given(job, 'image', report) } : {};
  step({ fraction: 0.2 });
  const { raster } = await composeTemplate({ template: design, palette, fields: { headline, sub, line }, width: job.width, height: job.height, ...image });
  step({ fraction: 1, partial: raster });
  return picture(job, raster, report);
}

/** A product on a stage with a headline: before a scene of the job's words, or in a studio where there are none. */
export async function promoted(job: Job, { arrangement, palette, plinth, headline, sub }: Of<'template2Image.productPromotionalImage'>, report: Report): Promise<JobResult | undefined> {
  const [{ matte }, { composePromo }] = await Promise.all([import('../photo/cut-out/matte.js'), import('../design/promo/promo.js')]);
  const step = working(report);
  const product = await matte(await given(job, 'image', report), ({ fraction, partial }) => { step({ fraction: fraction / 2, ...(partial ? { partial } : {}) }); });
  const behind = job.prompt === '' ? undefined : await drawPicture({ ...words(job), ...drawable(job) });
  step({ fraction: 0.6 });
  const { width, height } = job;
  const { raster } = await composePromo(product, { arrangement, palette, plinth, headline, sub, width, height, ...(behind ? { scene: behind.raster } : {}) }, ({ fraction, partial }) => { step({ fraction: 0.6 + 0.4 * fraction, ...(partial ? { partial } : {}) }); });
  return picture(job, raster, report);
}
