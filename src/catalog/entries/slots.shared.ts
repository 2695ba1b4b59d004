import type { Slot } from './content.shared.js';
import { SLOTS } from './kinds.shared.js';

/** Why slots are refused: too many, two with the same number, or an entry in two of them. */
export type SlotProblem =
  | { readonly kind: 'full' }
  | { readonly kind: 'sort'; readonly sort: number }
  | { readonly kind: 'entry'; readonly id: string };

const repeated = <T>(values: readonly T[]): T | undefined =>
  values.find((value, index) => values.indexOf(value) !== index);

/** The first problem of slots, if any. */
export function slotProblem(slots: readonly Slot[]): SlotProblem | undefined {
  if (slots.length > SLOTS) return { kind: 'full' };
  const sort = repeated(slots.map((slot) => slot.sort));
  if (sort !== undefined) return { kind: 'sort', sort };
  const id = repeated(slots.map((slot) => slot.id));
  return id === undefined ? undefined : { kind: 'entry', id };
}

/** Slots by number. */
export const inOrder = (slots: readonly Slot[]): readonly Slot[] => slots.toSorted((a, b) => a.sort - b.sort);

/** The lowest free number; undefined if all are taken. */
export function freeSort(slots: readonly Slot[]): number | undefined {
  const taken = new Set(slots.map(({ sort }) => sort));
  return Array.from({ length: SLOTS }, (_, index) => index + 1).find((sort) => !taken.has(sort));
}

/** Gives the entry in a slot the number before or after it. An entry that has that number takes the slot's. */
export function moveSlot(slots: readonly Slot[], from: number, by: 1 | -1): readonly Slot[] {
  const to = from + by;
  if (to < 1 || to > SLOTS) return slots;
  return slots.map((slot) =>
    slot.sort === from ? { ...slot, sort: to } : slot.sort === to ? { ...slot, sort: from } : slot,
  );
}
