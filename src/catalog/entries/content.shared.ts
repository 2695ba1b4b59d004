import { z } from 'zod';
import {
  ENTRY_KEY,
  KEY_MAX,
  LINE_MAX,
  partsOfId,
  SLOTS,
  TEXT_MAX,
  type EntryAction,
  type EntryId,
  type EntryKind,
  type EntryState,
} from './kinds.shared.js';

const words = (max: number) => {
  const text = z.string().trim().min(1).max(max);
  return z.strictObject({ en: text, de: text.exactOptional(), ar: text.exactOptional() });
};
const line = words(LINE_MAX);
const text = words(TEXT_MAX);
export type Words = z.infer<typeof line>;

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
