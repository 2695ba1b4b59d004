import { productError } from '../../../kernel/errors.shared.js';
import { err } from '../../../kernel/result.js';
import { IMAGE_FORM, one, perImage } from '../common.shared.js';
import { defineProcedure } from '../define.shared.js';
import { imagePlan, ofImage, UPSCALE } from '../sizes.shared.js';
import { REFUSALS } from './refusals.shared.js';

/** Maximum pixels by which one side may grow. */
const GROWTH = { kind: 'range', min: 0, max: 4_096, step: 1, initial: 0 } as const;

/** An image extended beyond its edges. */
export const definition = defineProcedure(
  {
    id: 'imageTools.uncrop',
    key: 'widen',
    href: '/tools/uncrop',
    ...IMAGE_FORM,
    slots: { image: one('image') },
    failure: 'UNCROP_FAILED',
    options: { left: GROWTH, top: GROWTH, right: GROWTH, bottom: GROWTH },
    provenance: 'composed',
    formType: 'image_uncrop',
    refusals: REFUSALS,
    remote: {
      operations: ['inpaint'],
      area: 'frame',
      prompt: 'The same scene continues beyond the edge, with the same place, perspective, light and style.',
      negativePrompt: 'frame, border, text',
    },
    models: [
      { id: 'wide-frame', name: 'Wide frame', typicalMs: 9_000, longSide: 4_096, cost: perImage(1, 4_096 * 4_096) },
    ],
  },
  {
    /**
     * INPUT_INVALID_FOR_SERVICE {input: 'frame', reason: 'frame-empty' | 'frame-too-wide'}: a side may grow by at most
     * its own size; RESOLUTION_LIMIT_EXCEEDED {limit}.
     */
    plan: ({ left, top, right, bottom }, sources) =>
      ofImage(sources, (image) => {
        const size = { width: image.width + left + right, height: image.height + top + bottom };
        const refused = (reason: string) => err(productError('INPUT_INVALID_FOR_SERVICE', { input: 'frame', reason }));
        if (size.width === image.width && size.height === image.height) return refused('frame-empty');
        if (Math.max(left, right) > image.width || Math.max(top, bottom) > image.height)
          return refused('frame-too-wide');
        return Math.max(size.width, size.height) > UPSCALE.maxSide
          ? err(productError('RESOLUTION_LIMIT_EXCEEDED', { limit: UPSCALE.maxSide }))
          : imagePlan(size);
      }),
  },
);
