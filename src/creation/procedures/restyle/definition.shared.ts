import { IMAGE_FORM, one, perImage, STYLE } from '../common.shared.js';
import { defineProcedure } from '../define.shared.js';
import { imagePlan, ofImage, within } from '../sizes.shared.js';

/** An image in a style, by a prompt, or both. */
export const definition = defineProcedure(
  {
    id: 'image2Image.create',
    key: 'restyle',
    href: '/tools/restyle',
    ...IMAGE_FORM,
    prompt: 'optional',
    seeded: true,
    batch: true,
    slots: { image: one('image') },
    reads: 'restyle',
    options: { style: STYLE, strength: { kind: 'range', min: 0, max: 1, step: 0.05, initial: 0.6 } },
    preset: { style: 'watercolour' },
    provenance: 'edited',
    formType: 'image_to_image',
    result: { differsFrom: 'image' },
    remote: {
      operations: ['edit', 'image-to-image'],
      ignores: { edit: ['strength'] },
      instruction: 'Redraw this image: {prompt}. Keep its subjects and its composition.',
    },
    models: [
      {
        id: 'preview-restyle',
        name: 'Preview restyle',
        typicalMs: 6_000,
        longSide: 2_048,
        cost: perImage(1, 2_048 * 2_048),
      },
    ],
  },
  {
    plan: (_options, sources, longSide) => ofImage(sources, (image) => imagePlan(within(image, longSide))),
    promptProblem: ({ style }) => (style === 'natural' ? 'style-or-words' : undefined),
    drawing: ({ style }) => ({ style }),
  },
);
