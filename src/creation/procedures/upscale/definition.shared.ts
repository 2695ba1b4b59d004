import { productError, type ProductError } from '../../../kernel/errors.shared.js';
import { err, type Result } from '../../../kernel/result.js';
import { type Size } from '../../../engine/sizes.shared.js';
import { IMAGE_FORM, one } from '../common.shared.js';
import { defineProcedure, type Plan } from '../define.shared.js';
import { imagePlan, ofImage, UPSCALE, upscaledTo } from '../sizes.shared.js';

/** The plan at a width. */
function sized(image: Size, width: number): Result<Plan, ProductError> {
  const size = upscaledTo(image, width);
  return size.ok ? imagePlan(size.value) : size;
}

/** An image with more pixels. */
export const definition = defineProcedure(
  {
    id: 'imageTools.upscale',
    key: 'upscale',
    href: '/tools/upscaler',
    ...IMAGE_FORM,
    slots: { image: one('image') },
    failure: 'IMAGE_UPSCALE_FAILED',
    // A width takes precedence over a scale. A scale below the smallest width gives that width, or the width that the
    // height allows (adr/0063).
    options: {
      scale: { kind: 'choice', values: [2, 4], initial: 2, optional: true },
      width: {
        kind: 'range',
        min: UPSCALE.minWidth,
        max: UPSCALE.maxWidth,
        step: 1,
        initial: UPSCALE.maxWidth,
        optional: true,
      },
    },
    preset: { scale: 2 },
    provenance: 'edited',
    formType: 'image_upscale',
    remote: { operations: ['upscale'] },
    models: [
      {
        id: 'esrgan',
        name: 'ESRGAN',
        typicalMs: 15_000,
        longSide: 4_096,
        cost: {
          base: 0,
          perOutput: 1,
          perSecond: 0,
          resolution: [
            { upToPixels: 2_048 * 2_048, percent: 100 },
            { upToPixels: 4_096 * 4_096, percent: 200 },
          ],
        },
        relaxed: false,
      },
    ],
  },
  {
    /**
     * IMAGE_SIZE_REQUIRED without a width and a scale, UPSCALE_SIZE_TOO_LARGE {limit}, UPSCALE_MODE_NOT_SUPPORTED below
     * the image's own width.
     */
    plan: ({ width, scale }, sources) =>
      ofImage(sources, (image) => {
        if (width !== undefined) return sized(image, width);
        if (scale === undefined) return err(productError('IMAGE_SIZE_REQUIRED'));
        const scaled = image.width * scale;
        if (scaled > UPSCALE.maxWidth) return err(productError('UPSCALE_SIZE_TOO_LARGE', { limit: UPSCALE.maxWidth }));
        const tallest = Math.floor((UPSCALE.maxSide * image.width) / image.height);
        return sized(image, Math.max(scaled, Math.min(UPSCALE.minWidth, tallest)));
      }),
  },
);
