import { useTranslations } from 'next-intl';
import type { ModelView } from '@src/catalog/model.shared';

/** The one-line description of a model; of one without words of its own, that a connected engine makes it. */
export function useModelDescription({ id, engine }: Pick<ModelView, 'id' | 'engine'>): string {
  const t = useTranslations('models');
  // Ids come from the catalogue: whether there are words for one is asked before they are taken.
  const key = `${id}.description` as 'connected.description';
  if (t.has(key)) return t(key);
  return engine === 'remote' ? t('connected.description') : '';
}
