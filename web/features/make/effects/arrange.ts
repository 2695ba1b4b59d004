import type { Words } from '@src/catalog/entries/content.shared';
import type { GalleryView } from '@src/catalog/entries/gallery.shared';
import type { EntryId } from '@src/catalog/entries/kinds.shared';
import { presetId } from '@src/creation/procedures/presets.shared';
import { EFFECT_PAGES, effectsOn, type Effect, type EffectKind, type EffectPage } from './effects';

/** A section of a gallery: one of the product's own, or one that administrators made. */
export type GalleryPart = { readonly effects: readonly Effect[] } & (
  | { readonly kind: EffectKind }
  | { readonly kind: 'own'; readonly id: EntryId; readonly title: Words; readonly text?: Words }
);

/** The entry of an effect in the catalogue. */
export const entryOf = ({ kind, id }: Pick<Effect, 'kind' | 'id'>): EntryId => presetId(kind, id);

/** Whether an effect is available. @param withdrawn video effects that the operator's settings withdraw */
export const isOffered = (
  effect: Effect,
  withdrawn: readonly string[] | undefined,
  gallery: GalleryView | undefined,
): boolean =>
  (effect.kind !== 'template' || withdrawn?.includes(effect.id) !== true) &&
  gallery?.withdrawn.includes(entryOf(effect)) !== true;

/**
 * The sections of a gallery. Pure. Those of administrators come first, in their order. An effect with a category is in
 * it and not with its kind; a special topic shows effects in addition. Within a section, effects with a slot come
 * first, in its order. Empty sections are left out.
 * @param gallery undefined until known
 * @param tag only effects with it; default all
 */
export function arrange(
  page: EffectPage,
  gallery: GalleryView | undefined,
  offered: (effect: Effect) => boolean,
  tag?: EntryId,
): readonly GalleryPart[] {
  const kinds: readonly EffectKind[] = EFFECT_PAGES[page].kinds;
  const presets = gallery?.presets;
  const rank = (effect: Effect): number => {
    const at = gallery?.order.indexOf(entryOf(effect)) ?? -1;
    return at < 0 ? Infinity : at;
  };
  const isTagged = (effect: Effect): boolean =>
    tag === undefined || presets?.[entryOf(effect)]?.tags.includes(tag) === true;
  const shown = kinds
    .flatMap((kind) => effectsOn(page, kind))
    .filter((effect) => offered(effect) && isTagged(effect))
    .toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
  const sectionOf = (effect: Effect): EntryId | undefined => presets?.[entryOf(effect)]?.section;
  const own = (gallery?.sections ?? []).map(({ entries, ...section }): GalleryPart => ({
    ...section,
    kind: 'own',
    effects: shown.filter((effect) =>
      entries === undefined ? sectionOf(effect) === section.id : entries.includes(entryOf(effect)),
    ),
  }));
  const rest = kinds.map((kind): GalleryPart => ({
    kind,
    effects: shown.filter((effect) => effect.kind === kind && sectionOf(effect) === undefined),
  }));
  return [...own, ...rest].filter(({ effects }) => effects.length > 0);
}

/**
 * The tags that effects in these sections have, in the catalogue's order. Pure.
 * @param parts the sections of a gallery without a chosen tag
 */
export function tagsOf(parts: readonly GalleryPart[], gallery: GalleryView | undefined): GalleryView['tags'] {
  const entries = parts.flatMap(({ effects }) => effects.map(entryOf));
  const used = new Set(entries.flatMap((id) => gallery?.presets[id]?.tags ?? []));
  return (gallery?.tags ?? []).filter(({ id }) => used.has(id));
}
