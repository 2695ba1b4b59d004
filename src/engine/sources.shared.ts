/** Names of a job's source files. Plain values and pure functions, shared by forms, tasks and techniques. */

/** Kinds of files that a creation accepts as sources. */
export const GIVEN_KINDS = ['image', 'video', 'audio'] as const;
export type GivenKind = (typeof GIVEN_KINDS)[number];

/** The kind of a stored file, by its media type. */
export const kindOf = (type: string): GivenKind =>
  type.startsWith('video/') ? 'video' : type.startsWith('audio/') ? 'audio' : 'image';

export const SLOT_NAMES = [
  'image',
  'target',
  'video',
  'mask',
  'background',
  'end',
  'face',
  'garment',
  'subject',
  'clip',
  'audio',
] as const;
export type SlotName = (typeof SLOT_NAMES)[number];

/** The role of a source: its slot, numbered when the slot takes several. */
export const SOURCE_ROLES = [
  'image',
  'target',
  'mask',
  'background',
  'end',
  'face',
  'garment',
  'video',
  'audio',
  'subject-1',
  'subject-2',
  'subject-3',
  'subject-4',
  'clip-1',
  'clip-2',
  'clip-3',
  'clip-4',
  'clip-5',
  'clip-6',
  'clip-7',
  'clip-8',
] as const;
export type SourceRole = (typeof SOURCE_ROLES)[number];

/** The roles of a slot, in order. @param slot.max maximum number of sources */
export function rolesOf(name: SlotName, { max }: { readonly max: number }): readonly SourceRole[] {
  return SOURCE_ROLES.filter((role) => role === name || role.startsWith(`${name}-`)).slice(0, max);
}

/** The slot of a role. */
export const slotOf = (role: SourceRole): SlotName =>
  SLOT_NAMES.find((name) => role === name || role.startsWith(`${name}-`)) ?? 'image';

/** The clips among the sources in order, with their numbers in a timeline. */
export const clipsOf = <S extends { readonly role: SourceRole; readonly seconds?: number }>(
  sources: readonly S[],
): readonly (S & { readonly number: number })[] =>
  SOURCE_ROLES.filter((role) => slotOf(role) === 'clip').flatMap((role, index) =>
    sources.filter((source) => source.role === role).map((source) => ({ ...source, number: index + 1 })),
  );
