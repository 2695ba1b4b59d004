import { IMAGE_FORM, one, perImage } from '../common.shared.js';
import { defineProcedure } from '../define.shared.js';
import { ofImage, withMask } from '../sizes.shared.js';

/** An image without what the mask marks. The mask is as large as the image, white where something is removed. */
export const definition = defineProcedure(
  {
    id: 'imageTools.objectRemover',
    key: 'erase',
    href: '/tools/object-remover',
    ...IMAGE_FORM,
    failure: 'OBJECT_REMOVER_FAILED',
    slots: { image: one('image'), mask: one('image') },
    provenance: 'edited',
    formType: 'object_removal',
    result: { differsFrom: 'image' },
    remote: {
      operations: ['erase', 'inpaint'],
      area: 'mask',
      prompt: 'The background continues here, with the same surface, light and texture. Nothing stands here.',
      negativePrompt: 'object, person, animal, text',
    },
    models: [{ id: 'eraser', name: 'Eraser', typicalMs: 6_000, longSide: 4_096, cost: perImage(1, 4_096 * 4_096) }],
  },
  { plan: (_options, sources) => ofImage(sources, (image) => withMask(image, sources)) },
);
