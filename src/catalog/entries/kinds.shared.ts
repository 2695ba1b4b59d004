import type { Brand } from '../../kernel/brand.js';

/** The kinds of entries. Each has a schema in content.shared.ts; nothing else differs per kind. */
export const ENTRY_KINDS = [
  'effect',
  'template',
  'category',
  'position',
  'special-topic',
  'tag',
  'announcement',
  'config',
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** `<kind>.<key>`. */
export type EntryId = Brand<string, 'EntryId'>;

/** Keys: lower-case words joined by hyphens. */
export const ENTRY_KEY = /^[a-z0-9]+(-[a-z0-9]+)*$/;
export const KEY_MAX = 48;

/** Languages of the texts of entries. English is required and is shown where another is missing. */
export const TEXT_LANGUAGES = ['en', 'de', 'ar'] as const;
export type TextLanguage = (typeof TEXT_LANGUAGES)[number];
export const LINE_MAX = 80;
export const TEXT_MAX = 500;

/** Numbered slots of a place, from 1. */
export const SLOTS = 24;

/** Places with slots, each with the kinds that its slots take. */
export const PLACES = {
  sections: ['category', 'special-topic'],
  effects: ['effect', 'template'],
} as const satisfies Readonly<Record<string, readonly EntryKind[]>>;

/** Site settings, each with the type of its value. */
export const SETTINGS = { 'gallery-lead': 'words', 'gallery-moves': 'switch' } as const satisfies Readonly<
  Record<string, 'words' | 'switch'>
>;

/** An entry's id in its two parts. @returns undefined for other text */
export function partsOfId(id: string): { readonly kind: EntryKind; readonly key: string } | undefined {
  const kind = ENTRY_KINDS.find((one) => id.startsWith(`${one}.`));
  if (kind === undefined) return undefined;
  const key = id.slice(kind.length + 1);
  return ENTRY_KEY.test(key) && key.length <= KEY_MAX ? { kind, key } : undefined;
}

/** The id of an entry. */
export const entryId = (kind: EntryKind, key: string): EntryId => `${kind}.${key}` as EntryId; // the brand is applied here

/** Everything that can be done to an entry. */
export const ENTRY_ACTIONS = ['create', 'update', 'publish', 'unpublish', 'delete', 'restore'] as const;
export type EntryAction = (typeof ENTRY_ACTIONS)[number];

/** What users see of an entry: nothing, the draft, or an earlier content than the draft. */
export type EntryState = 'draft' | 'published' | 'changed';
