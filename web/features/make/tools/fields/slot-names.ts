import type { ProcedureName, SlotName } from '@src/creation/procedures/params.shared';

/** What a place of a call's form is called, among `tools.slots`: somebody tries a garment on. */
export const slotWord = (procedure: ProcedureName, name: SlotName): SlotName | 'person' => (procedure === 'template2Image.modelFitting' && name === 'image' ? 'person' : name);
