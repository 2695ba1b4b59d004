'use client';

import { useTranslations } from 'next-intl';
import { SEARCH_MAX } from '@src/creation/explore/explore.shared';
import { useRouter } from '@/i18n/navigation';
import { SearchForm } from '@/ui/form/search-form';
import { queryOf, type FeedPlace, type Filter } from './works';

/** Searches posts; the address holds the text. */
export function SearchBox({ at, kind, text = '' }: Pick<Filter, 'kind' | 'text'> & { readonly at: FeedPlace }) {
  const t = useTranslations('explore.search');
  const router = useRouter();
  return (
    <SearchForm
      text={text}
      label={t('label')}
      submit={t('submit')}
      maxLength={SEARCH_MAX}
      onSearch={(wanted) => {
        const query = queryOf(wanted === '' ? { kind } : { kind, text: wanted });
        router.push({ pathname: at, query }, { scroll: false });
      }}
    />
  );
}
