import { useTranslations } from 'next-intl';
import { captionKey, type ShowcaseWork } from './showcase';

/** The caption of a sample in the page's language, or its own prompt if there is no translation. */
export function useCaption(): (work: Pick<ShowcaseWork, 'src' | 'prompt'>) => string {
  const t = useTranslations('image.captions');
  return (work) => {
    // The key comes from a file name, so it may not exist. Check before translating.
    const key = captionKey(work) as '01';
    return t.has(key) ? t(key) : work.prompt;
  };
}
