import { clampFraction, imageResult, promptOptions, styleOption } from '../../../engine/local/job-context.js';
import { renderScene } from '../../../engine/local/render/draw.js';
import type { Technique } from '../technique.js';

/** Fractions of the progress at which drawing and styling begin. */
const SHARE = { from: 0.02, styling: 0.84 } as const;

/** Draws the scene of the prompt, then lays the style over it. */
export const technique: Technique<'text2Image.create'> = async (job, { style }, report) => {
  report('understanding', 0);
  const { raster } = await renderScene({
    ...promptOptions(job),
    ...styleOption(style),
    width: job.width,
    height: job.height,
    onGrow: ({ fraction, partial }) => {
      report('drawing', SHARE.from + (SHARE.styling - SHARE.from) * clampFraction(fraction), partial);
    },
    onStyle: () => {
      report('styling', SHARE.styling);
    },
  });
  return imageResult(job, raster, report);
};
