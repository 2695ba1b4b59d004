import { hasSource, imageResult, readImage, workProgress } from '../../../engine/local/job-context.js';
import type { Technique } from '../technique.js';

/** Sets the texts and the image in the template. */
export const technique: Technique<'template2Image.create'> = async (
  job,
  { design, palette, headline, sub, line },
  report,
) => {
  const { composeTemplate } = await import('../../../engine/local/design/templates/compose.js');
  const step = workProgress(report);
  const image = hasSource(job, 'image') ? { image: await readImage(job, 'image', report) } : {};
  step({ fraction: 0.2 });
  const { raster } = await composeTemplate({
    template: design,
    palette,
    fields: { headline, sub, line },
    width: job.width,
    height: job.height,
    ...image,
  });
  step({ fraction: 1, partial: raster });
  return imageResult(job, raster, report);
};
