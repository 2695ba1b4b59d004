import type { Job } from '../../../engine/local/job.js';
import {
  drawableSize,
  imageResult,
  promptOptions,
  readImage,
  rgbOf,
  styleOption,
  workProgress,
  type Report,
} from '../../../engine/local/job-context.js';
import { renderScene } from '../../../engine/local/render/draw.js';
import type { Raster } from '../../../engine/local/scene/scene.js';
import type { ParamsOf } from '../registry.shared.js';
import type { Technique } from '../technique.js';

/** Cuts the subject out and sets it before another background, in its light. */
export const technique: Technique<'imageTools.backgroundChanger'> = async (job, params, report) => {
  const [{ matte }, { changeBackground }] = await Promise.all([
    import('../../../engine/local/photo/cut-out/matte.js'),
    import('../../../engine/local/photo/cut-out/change-background.js'),
  ]);
  const step = workProgress(report);
  const subject = await matte(await readImage(job, 'image', report), ({ fraction, partial }) => {
    step({ fraction: fraction / 2, ...(partial ? { partial } : {}) });
  });
  const raster = await changeBackground(subject, await backgroundOf(job, params, report), ({ fraction, partial }) => {
    step({ fraction: 0.5 + fraction / 2, ...(partial ? { partial } : {}) });
  });
  return imageResult(job, raster, report);
};

async function backgroundOf(
  job: Job,
  { behind, style, colour }: ParamsOf<'imageTools.backgroundChanger'>,
  report: Report,
): Promise<Raster> {
  switch (behind) {
    case 'prompt':
      return (await renderScene({ ...promptOptions(job), ...styleOption(style), ...drawableSize(job) })).raster;
    case 'image':
      return readImage(job, 'background', report);
    case 'colour': {
      const { studio } = await import('../../../engine/local/photo/cut-out/change-background.js');
      return studio(rgbOf(colour), job.width, job.height);
    }
    default:
      return behind satisfies never;
  }
}
