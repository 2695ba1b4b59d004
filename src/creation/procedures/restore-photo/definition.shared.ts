import { IMAGE_FORM, one, perImage } from '../common.shared.js';
import { defineProcedure } from '../define.shared.js';
import { imagePlan, ofImage } from '../sizes.shared.js';

/** An old photograph without its scratches, with its contrast and colours, in its own size. */
export const definition = defineProcedure(
  {
    id: 'imageTools.restore',
    key: 'restore',
    href: '/tools/restore-photo',
    ...IMAGE_FORM,
    slots: { image: one('image') },
    options: {
      scratches: { kind: 'switch', initial: true },
      fading: { kind: 'range', min: 0, max: 1, step: 0.05, initial: 0.7 },
      sharpness: { kind: 'range', min: 0, max: 1, step: 0.05, initial: 0.4 },
    },
    provenance: 'edited',
    formType: 'photo_restoration',
    models: [
      {
        id: 'photo-restorer',
        name: 'Photo restorer',
        typicalMs: 4_000,
        longSide: 4_096,
        cost: perImage(1, 4_096 * 4_096),
      },
    ],
  },
  {
    optionsProblem: ({ scratches, fading, sharpness }) =>
      scratches || fading > 0 || sharpness > 0 ? undefined : 'nothing-to-restore',
    plan: (_options, sources) => ofImage(sources, imagePlan),
  },
);
