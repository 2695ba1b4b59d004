import { PALETTES, imageSize, TEMPLATE_NAMES, TEMPLATES } from '../../../engine/sizes.shared.js';
import { IMAGE_FORM, maybe, perImage } from '../common.shared.js';
import { defineProcedure } from '../define.shared.js';
import { imagePlan, ofImages } from '../sizes.shared.js';

/** A template filled with texts and, optionally, an image. */
export const definition = defineProcedure(
  {
    id: 'template2Image.create',
    key: 'poster',
    href: '/tools/templates',
    ...IMAGE_FORM,
    slots: { image: maybe('image') },
    options: {
      design: { kind: 'choice', values: TEMPLATE_NAMES, initial: 'sale' },
      palette: { kind: 'choice', values: PALETTES, initial: 'coral' },
      headline: { kind: 'text', max: 90, min: 1, lines: 'one' },
      sub: { kind: 'text', max: 120, min: 0, lines: 'one' },
      line: { kind: 'text', max: 400, min: 0, lines: 'many' },
    },
    provenance: 'composed',
    formType: 'template_image',
    result: { words: ['headline', 'sub', 'line'] },
    models: [
      { id: 'typesetter', name: 'Typesetter', typicalMs: 4_000, longSide: 2_048, cost: perImage(1, 2_048 * 2_048) },
    ],
  },
  {
    plan: ({ design }, sources, longSide) => {
      const plan = () => imagePlan(imageSize(TEMPLATES[design], longSide));
      return sources.length === 0 ? plan() : ofImages(sources, plan);
    },
  },
);
