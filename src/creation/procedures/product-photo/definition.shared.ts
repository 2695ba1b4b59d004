import { ARRANGEMENTS, PALETTES, imageSize } from '../../../engine/sizes.shared.js';
import { ASPECT, IMAGE_FORM, one, perImage } from '../common.shared.js';
import { defineProcedure } from '../define.shared.js';
import { imagePlan, ofImage } from '../sizes.shared.js';

/** A product with a headline, in a scene from the prompt or, without a prompt, in a studio in the palette's colours. */
export const definition = defineProcedure(
  {
    id: 'template2Image.productPromotionalImage',
    key: 'promo',
    href: '/tools/product-picture',
    ...IMAGE_FORM,
    prompt: 'optional',
    seeded: true,
    slots: { image: one('image') },
    reads: 'scene',
    options: {
      headline: { kind: 'text', max: 60, min: 1, lines: 'one' },
      sub: { kind: 'text', max: 90, min: 0, lines: 'one' },
      arrangement: { kind: 'choice', values: ARRANGEMENTS, initial: 'centre' },
      palette: { kind: 'choice', values: PALETTES, initial: 'coral' },
      plinth: { kind: 'switch', initial: true },
      aspect: { ...ASPECT, initial: '4:5' },
    },
    provenance: 'composed',
    formType: 'product_image',
    result: { words: ['headline', 'sub'] },
    needs: { image: 'subject' },
    models: [
      {
        id: 'product-stage',
        name: 'Product stage',
        typicalMs: 9_000,
        longSide: 1_536,
        cost: perImage(1, 1_536 * 1_536),
      },
    ],
  },
  { plan: ({ aspect }, sources, longSide) => ofImage(sources, () => imagePlan(imageSize(aspect, longSide))) },
);
