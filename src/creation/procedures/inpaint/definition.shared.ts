import { IMAGE_FORM, one, perImage, STYLE } from '../common.shared.js';
import { defineProcedure } from '../define.shared.js';
import { ofImage, withMask } from '../sizes.shared.js';

/** An image with the prompt painted where the mask is white. */
export const definition = defineProcedure(
  {
    id: 'imageTools.painting',
    key: 'paint',
    href: '/tools/painting',
    ...IMAGE_FORM,
    prompt: 'required',
    negativePrompt: false,
    seeded: true,
    failure: 'PAINTING_FAILED',
    slots: { image: one('image'), mask: one('image') },
    options: { style: STYLE },
    reads: 'painting',
    provenance: 'composed',
    formType: 'painting',
    result: { differsFrom: 'image' },
    remote: { operations: ['inpaint'], area: 'mask' },
    models: [{ id: 'painter', name: 'Painter', typicalMs: 8_000, longSide: 4_096, cost: perImage(1, 4_096 * 4_096) }],
  },
  {
    plan: (_options, sources) => ofImage(sources, (image) => withMask(image, sources)),
    drawing: ({ style }) => ({ style }),
  },
);
