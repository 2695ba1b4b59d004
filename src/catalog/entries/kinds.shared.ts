import { z } from 'zod';
import type { Brand } from '../../kernel/brand.js';

/** The kinds of entries. Each has a schema in `CONTENTS`; nothing else differs per kind. */
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

const words = (max: number) => {
  const text = z.string().trim().min(1).max(max);
  return z.strictObject({ en: text, de: text.exactOptional(), ar: text.exactOptional() });
};
const line = words(LINE_MAX);
const text = words(TEXT_MAX);
export type Words = z.infer<typeof line>;

/** An entry's id in its two parts. @returns undefined for other text */
export function partsOfId(id: string): { readonly kind: EntryKind; readonly key: string } | undefined {
  const kind = ENTRY_KINDS.find((one) => id.startsWith(`${one}.`));
  if (kind === undefined) return undefined;
  const key = id.slice(kind.length + 1);
  return ENTRY_KEY.test(key) && key.length <= KEY_MAX ? { kind, key } : undefined;
}

/** The id of an entry. */
export const entryId = (kind: EntryKind, key: string): EntryId => `${kind}.${key}` as EntryId; // the brand is applied here

/** An entry's id from outside. */
export const idInput = z
  .string()
  .max(80)
  .refine((id) => partsOfId(id) !== undefined)
  .transform((id) => id as EntryId); // just verified
const key = z.string().regex(ENTRY_KEY).max(KEY_MAX);
const unique = (of: readonly string[]): boolean => new Set(of).size === of.length;

const preset = {
  /** Key of the category that lists it; without one, it is listed with its own kind. */
  category: key.exactOptional(),
  /** Keys of tags. */
  tags: z.array(key).max(8).refine(unique),
};
/** A path of this site. */
const path = z
  .string()
  .max(200)
  .regex(/^\/(?!\/)[\w\-./?=&%]*$/);

/** The content of each kind. */
export const CONTENTS = {
  effect: z.strictObject({ kind: z.literal('effect'), ...preset }),
  template: z.strictObject({ kind: z.literal('template'), ...preset }),
  category: z.strictObject({ kind: z.literal('category'), title: line, text: text.exactOptional() }),
  position: z.strictObject({
    kind: z.literal('position'),
    // Longer than `SLOTS`, so that SORT_FIELDS_FULL and not the schema refuses too many.
    slots: z.array(z.strictObject({ sort: z.int().min(1).max(SLOTS), id: idInput })).max(2 * SLOTS),
  }),
  'special-topic': z.strictObject({
    kind: z.literal('special-topic'),
    title: line,
    text: text.exactOptional(),
    entries: z.array(idInput).min(1).max(24).refine(unique),
  }),
  tag: z.strictObject({ kind: z.literal('tag'), title: line }),
  announcement: z.strictObject({
    kind: z.literal('announcement'),
    form: z.enum(['bar', 'popup']),
    title: line,
    text: text.exactOptional(),
    href: path.exactOptional(),
    /** Milliseconds since the epoch; shown from then on, and no longer from `until` on. */
    from: z.int().min(0).exactOptional(),
    until: z.int().min(0).exactOptional(),
  }),
  config: z.strictObject({
    kind: z.literal('config'),
    value: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('switch'), on: z.boolean() }),
      z.strictObject({ type: z.literal('words'), words: text }),
    ]),
  }),
} as const satisfies { readonly [K in EntryKind]: z.ZodType<{ readonly kind: K }> };

/** The content of an entry, by its kind. */
export const content = z.discriminatedUnion('kind', [
  CONTENTS.effect,
  CONTENTS.template,
  CONTENTS.category,
  CONTENTS.position,
  CONTENTS['special-topic'],
  CONTENTS.tag,
  CONTENTS.announcement,
  CONTENTS.config,
]);
export type Content = z.infer<typeof content>;
export type ContentOf<K extends EntryKind> = Extract<Content, { readonly kind: K }>;
export type Slot = ContentOf<'position'>['slots'][number];

/** The effects and templates of the product: published from the start, without a document (adr/0108). */
export type BuiltIns = ReadonlyMap<EntryId, ContentOf<'effect' | 'template'>>;

/** Everything that can be done to an entry. */
export const ENTRY_ACTIONS = ['create', 'update', 'publish', 'unpublish', 'delete', 'restore'] as const;
export type EntryAction = (typeof ENTRY_ACTIONS)[number];

/** What users see of an entry: nothing, the draft, or an earlier content than the draft. */
export type EntryState = 'draft' | 'published' | 'changed';

/** An entry, as administrators see it. */
export interface EntryView {
  readonly id: EntryId;
  readonly kind: EntryKind;
  readonly key: string;
  /** Number of changes: 0 for a built-in entry that nobody has changed. The next change names it. */
  readonly version: number;
  readonly state: EntryState;
  /** Whether the product has it without anybody's doing. */
  readonly isBuiltIn: boolean;
  readonly draft: Content;
  readonly changedAt?: number;
}

/** One change of an entry. */
export interface ChangeView {
  /** The version that it made. */
  readonly number: number;
  readonly action: EntryAction;
  /** A user id. */
  readonly who: string;
  readonly at: number;
  /** The content afterwards, where the change wrote one. */
  readonly content?: Content;
  /** The version whose content was restored. */
  readonly restored?: number;
}
