import { imageSize } from '../../../engine/sizes.shared.js';
import { ASPECT, IMAGE_FORM, MEGAPIXEL, perImage, STYLE } from '../common.shared.js';
import { defineProcedure } from '../define.shared.js';
import { imagePlan } from '../sizes.shared.js';

/** An image of a prompt. */
export const definition = defineProcedure(
  {
    id: 'text2Image.create',
    key: 'text',
    href: '/image',
    ...IMAGE_FORM,
    prompt: 'required',
    seeded: true,
    batch: true,
    options: { style: STYLE, aspect: { ...ASPECT, initial: '1:1' } },
    reads: 'scene',
    provenance: 'drawn',
    formType: 'text_to_image',
    remote: { operations: ['text-to-image'] },
    models: [
      { id: 'preview', name: 'Preview engine', typicalMs: 2_500, longSide: 1_024, cost: perImage(1, MEGAPIXEL) },
      {
        id: 'preview-fine',
        name: 'Preview engine Fine',
        typicalMs: 5_500,
        longSide: 1_536,
        cost: perImage(3, 1_536 * 1_536),
        relaxed: false,
      },
    ],
  },
  {
    plan: ({ aspect }, _sources, longSide) => imagePlan(imageSize(aspect, longSide)),
    drawing: ({ style }) => ({ style }),
  },
);
