import { IMAGE_FORM, one, perImage } from '../common.shared.js';
import { defineProcedure } from '../define.shared.js';
import { imagePlan, ofImage } from '../sizes.shared.js';

/** The subject of an image on a transparent background. */
export const definition = defineProcedure(
  {
    id: 'imageTools.backgroundRemover',
    key: 'cutOut',
    href: '/tools/background-remover',
    ...IMAGE_FORM,
    slots: { image: one('image') },
    failure: 'BACKGROUND_REMOVER_FAILED',
    needs: { image: 'subject' },
    experimental: true,
    provenance: 'edited',
    formType: 'background_removal',
    result: { differsFrom: 'image' },
    remote: { operations: ['cut-out'] },
    models: [{ id: 'cut-out', name: 'Cut-out', typicalMs: 6_000, longSide: 4_096, cost: perImage(1, 4_096 * 4_096) }],
  },
  { plan: (_options, sources) => ofImage(sources, imagePlan) },
);
