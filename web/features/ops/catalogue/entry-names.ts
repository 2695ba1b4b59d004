import { useLocale, useTranslations } from 'next-intl';
import { inLanguage } from '@src/catalog/entries/gallery.shared';
import type { EntryView } from '@src/catalog/entries/content.shared';
import { partsOfId } from '@src/catalog/entries/kinds.shared';
import { presetOf } from '@src/creation/procedures/presets.shared';

/** The product's own name of an entry by its id: of effects, templates, places and settings; otherwise its key. */
export function useNameOfId(): (id: string) => string {
  const t = useTranslations('catalogue.keys');
  const styles = useTranslations('image.styles');
  const options = useTranslations('options');
  return (id) => {
    const parts = partsOfId(id);
    const preset = presetOf(id);
    if (preset?.option === 'style') return styles(preset.value as Parameters<typeof styles>[0]); // one of the engine's styles
    // The key is made of data. A test checks that the options' messages have them all.
    if (preset !== undefined)
      return options(`${preset.option}.values.${preset.value}` as Parameters<typeof options>[0]);
    const key = (parts?.key ?? id) as Parameters<typeof t>[0]; // verified next
    return (parts?.kind === 'position' || parts?.kind === 'config') && t.has(key) ? t(key) : (parts?.key ?? id);
  };
}

/** The name of an entry: its title, or the product's own name. */
export function useEntryName(): (entry: Pick<EntryView, 'id' | 'draft'>) => string {
  const locale = useLocale();
  const nameOfId = useNameOfId();
  return ({ id, draft }) => ('title' in draft ? inLanguage(draft.title, locale) : nameOfId(id));
}
