import {
  drawableSize,
  imageResult,
  promptOptions,
  readImage,
  workProgress,
} from '../../../engine/local/job-context.js';
import { renderScene } from '../../../engine/local/render/draw.js';
import type { Technique } from '../technique.js';

/** Cuts the product out and sets it on a stage with its headline. */
export const technique: Technique<'template2Image.productPromotionalImage'> = async (
  job,
  { arrangement, palette, plinth, headline, sub },
  report,
) => {
  const [{ matte }, { composePromo }] = await Promise.all([
    import('../../../engine/local/photo/cut-out/matte.js'),
    import('../../../engine/local/design/promo/promo.js'),
  ]);
  const step = workProgress(report);
  const product = await matte(await readImage(job, 'image', report), ({ fraction, partial }) => {
    step({ fraction: fraction / 2, ...(partial ? { partial } : {}) });
  });
  const behind = job.prompt === '' ? undefined : await renderScene({ ...promptOptions(job), ...drawableSize(job) });
  step({ fraction: 0.6 });
  const options = {
    arrangement,
    palette,
    plinth,
    headline,
    sub,
    width: job.width,
    height: job.height,
    ...(behind ? { scene: behind.raster } : {}),
  };
  const { raster } = await composePromo(product, options, ({ fraction, partial }) => {
    step({ fraction: 0.6 + 0.4 * fraction, ...(partial ? { partial } : {}) });
  });
  return imageResult(job, raster, report);
};
