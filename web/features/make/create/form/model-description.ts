import { useTranslations } from 'next-intl';
import type { ModelView } from '@src/catalog/model.shared';

/** The one-line description of a model. A model without one is described as made by a connected engine. */
export function useModelDescription({ id, engine }: Pick<ModelView, 'id' | 'engine'>): string {
  const t = useTranslations('models');
  // Ids come from the catalogue, so the key may not exist. Check before translating.
  const key = `${id}.description` as 'connected.description';
  if (t.has(key)) return t(key);
  return engine === 'remote' ? t('connected.description') : '';
}
