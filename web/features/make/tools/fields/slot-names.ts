import type { ProcedureName, SlotName } from '@src/creation/procedures/params.shared';

/** The name of a slot in `tools.slots`. For try-on, the image is a person. */
export const slotWord = (procedure: ProcedureName, name: SlotName): SlotName | 'person' =>
  procedure === 'template2Image.modelFitting' && name === 'image' ? 'person' : name;
