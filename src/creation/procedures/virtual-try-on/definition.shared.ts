import { FITS } from '../../../engine/sizes.shared.js';
import { IMAGE_FORM, one, perImage } from '../common.shared.js';
import { defineProcedure } from '../define.shared.js';
import { imagePlan, ofImage, ofImages } from '../sizes.shared.js';
import { REFUSALS } from './refusals.shared.js';

/** A garment from one image on the person in another. */
export const definition = defineProcedure(
  {
    id: 'template2Image.modelFitting',
    key: 'fitting',
    href: '/tools/fitting',
    ...IMAGE_FORM,
    likeness: true,
    slots: { image: one('image'), garment: one('image') },
    options: { fit: { kind: 'choice', values: FITS, initial: 'regular' } },
    provenance: 'composed',
    formType: 'model_fitting',
    result: { differsFrom: 'image', face: true },
    refusals: REFUSALS,
    needs: { image: 'wearer', garment: 'garment' },
    experimental: true,
    remote: {
      operations: ['try-on', 'compose'],
      ignores: { 'try-on': ['fit'], compose: ['fit'] },
      instruction:
        'Dress the person of the first image in the garment of the second image. Keep the face, the body, the pose and the background of the first image.',
    },
    models: [
      {
        id: 'fitting-movenet-1',
        name: 'Fitting, MoveNet Lightning 4',
        typicalMs: 12_000,
        longSide: 4_096,
        cost: perImage(1, 4_096 * 4_096),
        needs: 'movenet',
      },
      { id: 'fitting', name: 'Fitting', typicalMs: 12_000, longSide: 4_096, cost: perImage(1, 4_096 * 4_096) },
    ],
  },
  { plan: (_options, sources) => ofImage(sources, (image) => ofImages(sources, () => imagePlan(image))) },
);
