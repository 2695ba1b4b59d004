import type { Content, ContentOf, Words } from './content.shared.js';
import { entryId, type EntryId, type EntryKind } from './kinds.shared.js';
import { inOrder } from './slots.shared.js';

/** A section of a gallery: a category, or a special topic with its entries. */
export interface GallerySection {
  readonly id: EntryId;
  readonly title: Words;
  readonly text?: Words;
  /** Of a special topic. A category has the entries that name it. */
  readonly entries?: readonly EntryId[];
}

/** What is published, for the galleries of effects and templates. */
export interface GalleryView {
  /** Built-in effects and templates that are not offered. */
  readonly withdrawn: readonly EntryId[];
  /** Those with a slot by its number, then the others by id. */
  readonly sections: readonly GallerySection[];
  /** Effects and templates that come first, in their order. */
  readonly order: readonly EntryId[];
  /** Sections and tags of effects and templates that have some. */
  readonly presets: Readonly<Record<EntryId, { readonly section?: EntryId; readonly tags: readonly EntryId[] }>>;
  readonly tags: readonly { readonly id: EntryId; readonly title: Words }[];
  /** Replaces the introduction of the page with all effects. */
  readonly lead?: Words;
  /** Whether previews play without being asked to. */
  readonly moves: boolean;
}

/** The text in a language, or in English. */
export const inLanguage = (words: Words, language: string): string =>
  (language === 'de' || language === 'ar' ? words[language] : undefined) ?? words.en;

/**
 * The view of published entries. Pure. References to what is not published are left out.
 * @param shown every entry with its published content; undefined for a built-in one that is not published
 */
export function galleryOf(shown: ReadonlyMap<EntryId, Content | undefined>): GalleryView {
  const of = <K extends EntryKind>(kind: K): readonly (readonly [EntryId, ContentOf<K>])[] =>
    [...shown].flatMap(
      ([id, content]) => (content?.kind === kind ? [[id, content as ContentOf<K>] as const] : []), // just compared
    );
  const isShown = (id: EntryId): boolean => shown.get(id) !== undefined;
  const slotsOf = (place: string): readonly EntryId[] => {
    const content = shown.get(entryId('position', place));
    return content?.kind === 'position' ? inOrder(content.slots).map(({ id }) => id) : [];
  };
  const first = slotsOf('sections');
  const rank = ({ id }: { readonly id: EntryId }): number => (first.includes(id) ? first.indexOf(id) : first.length);
  const setting = (key: string) => {
    const content = shown.get(entryId('config', key));
    return content?.kind === 'config' ? content.value : undefined;
  };
  const lead = setting('gallery-lead');
  const moves = setting('gallery-moves');
  const sections: readonly GallerySection[] = [
    ...of('category').map(([id, { kind: _kind, ...rest }]) => ({ id, ...rest })),
    ...of('special-topic').map(([id, { kind: _kind, entries, ...rest }]) => ({
      id,
      ...rest,
      entries: entries.filter(isShown),
    })),
  ];
  const presets = [...of('effect'), ...of('template')].flatMap(([id, { category, tags }]) => {
    const section = category === undefined ? undefined : entryId('category', category);
    const own = {
      ...(section !== undefined && isShown(section) ? { section } : {}),
      tags: tags.map((tag) => entryId('tag', tag)).filter(isShown),
    };
    return 'section' in own || own.tags.length > 0 ? [[id, own] as const] : [];
  });
  return {
    withdrawn: [...shown].flatMap(([id, content]) =>
      content === undefined && (id.startsWith('effect.') || id.startsWith('template.')) ? [id] : [],
    ),
    sections: sections.toSorted((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1)),
    order: slotsOf('effects').filter(isShown),
    presets: Object.fromEntries(presets),
    tags: of('tag').map(([id, { title }]) => ({ id, title })),
    ...(lead?.type === 'words' ? { lead: lead.words } : {}),
    moves: moves?.type === 'switch' && moves.on,
  };
}
