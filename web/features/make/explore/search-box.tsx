'use client';

import { Search } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { SEARCH_MAX } from '@src/creation/explore/explore.shared';
import { useRouter } from '@/i18n/navigation';
import { Button } from '@/ui/button';
import { Input } from '@/ui/form/field';
import { Icon } from '@/ui/icon';
import { queryOf, type FeedPlace, type Filter } from './works';

/** Searches posts; the address holds the text. Without scripts the form sends the same address. */
export function SearchBox({ at, kind, text = '' }: Pick<Filter, 'kind' | 'text'> & { readonly at: FeedPlace }) {
  const t = useTranslations('explore.search');
  const router = useRouter();
  return (
    <form
      role="search"
      className="flex w-full max-w-lg gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget).get('q');
        const wanted = typeof typed === 'string' ? typed.trim() : '';
        const query = queryOf(wanted === '' ? { kind } : { kind, text: wanted });
        router.push({ pathname: at, query }, { scroll: false });
      }}
    >
      <label className="relative block min-w-0 flex-1">
        <span className="sr-only">{t('label')}</span>
        <Icon
          of={Search}
          size="s"
          className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-ink-3"
        />
        <Input
          // A new search fills the field again.
          key={text}
          type="search"
          name="q"
          dir="auto"
          defaultValue={text}
          maxLength={SEARCH_MAX}
          placeholder={t('label')}
          className="ps-9"
        />
      </label>
      <Button type="submit">{t('submit')}</Button>
    </form>
  );
}
