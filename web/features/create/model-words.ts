import { useTranslations } from 'next-intl';

/** The one-line description of a model; empty for one that the operator has added without words. */
export function useModelDescription(id: string): string {
  const t = useTranslations('models');
  // Ids come from the catalogue: whether there are words for one is asked before they are taken.
  const key = `${id}.description` as 'preview.description';
  return t.has(key) ? t(key) : '';
}
