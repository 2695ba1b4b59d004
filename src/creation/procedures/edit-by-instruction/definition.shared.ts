import { IMAGE_FORM, one } from '../common.shared.js';
import { defineProcedure } from '../define.shared.js';
import { imagePlan, ofImage, within } from '../sizes.shared.js';

/**
 * An image changed as an instruction says. The local engine cannot: it is offered where a connected engine serves it.
 */
export const definition = defineProcedure(
  {
    id: 'imageTools.editByInstruction',
    key: 'instruct',
    href: '/tools/edit-by-instruction',
    ...IMAGE_FORM,
    prompt: 'required',
    negativePrompt: false,
    seeded: true,
    batch: true,
    slots: { image: one('image') },
    provenance: 'edited',
    formType: 'instruction_edit',
    result: { differsFrom: 'image' },
    remote: { operations: ['edit'] },
    models: [],
  },
  { plan: (_options, sources, longSide) => ofImage(sources, (image) => imagePlan(within(image, longSide))) },
);
