import { useTranslations } from 'next-intl';
import { captionKey, type ShowcaseWork } from './showcase';

/** What a work of the product's shows, in the language of the page; its own words where there are none. */
export function useCaption(): (work: Pick<ShowcaseWork, 'src' | 'prompt'>) => string {
  const t = useTranslations('image.captions');
  return (work) => {
    // The key is made of a file's name; whether there are words for it is asked before they are taken.
    const key = captionKey(work) as '01';
    return t.has(key) ? t(key) : work.prompt;
  };
}
