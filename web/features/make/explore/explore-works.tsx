'use client';

import { useTranslations } from 'next-intl';
import { useSearchParams } from 'next/navigation';
import { Works } from '@/features/make/home/gallery';
import { GALLERY } from '@/features/make/home/showcase';
import { Link } from '@/i18n/navigation';
import { Badge } from '@/ui/content/badge';
import { buttonStyle } from '@/ui/button';
import { cx } from '@/ui/cx';
import { EmptyState } from '@/ui/content/states';
import { filterOf, KINDS, queryOf, tagsOf, worksIn, type Filter } from './works';

const TAGS = tagsOf(GALLERY);

function Chip({ to, here, children }: { readonly to: Filter; readonly here: boolean; readonly children: string }) {
  return (
    <Link
      href={{ pathname: '/explore', query: queryOf(to) }}
      replace
      scroll={false}
      prefetch={false}
      aria-current={here ? 'true' : undefined}
      className={cx(
        'inline-flex h-8 shrink-0 items-center rounded-full px-3 text-sm whitespace-nowrap transition-colors quick',
        here
          ? 'bg-invert font-medium text-ink-on-invert'
          : 'bg-surface-2 text-ink-2 hover:bg-surface-3 hover:text-ink-1',
      )}
    >
      {children}
    </Link>
  );
}

/** The samples of a kind and a style. The address holds both. */
export function ExploreWorks() {
  const t = useTranslations('explore');
  const styles = useTranslations('image.styles');
  const filter = filterOf(useSearchParams());
  const { kind, tag } = filter;
  const works = worksIn(GALLERY, filter);
  return (
    <>
      <nav aria-label={t('filters')} className="grid gap-2.5">
        <div className="flex flex-wrap gap-1.5">
          {KINDS.map((one) => (
            <Chip key={one} to={{ ...filter, kind: one }} here={one === kind}>
              {t(one)}
            </Chip>
          ))}
        </div>
        <div role="group" aria-label={t('styles')} className="flex flex-wrap gap-1.5">
          <Chip to={{ kind }} here={tag === undefined}>
            {t('anyStyle')}
          </Chip>
          {TAGS.map((one) => (
            <Chip key={one} to={{ kind, tag: one }} here={one === tag}>
              {styles(one)}
            </Chip>
          ))}
        </div>
      </nav>
      <p role="status" className="num text-sm text-ink-3">
        {t('shown', { count: works.length })}
      </p>
      {works.length === 0 ? (
        <EmptyState
          title={t('none')}
          actions={
            <Link href="/explore" replace className={buttonStyle()}>
              {t('showAll')}
            </Link>
          }
        >
          {t('noneText')}
        </EmptyState>
      ) : (
        <Works works={works} badge={<Badge tone="media">{t('sample')}</Badge>} />
      )}
    </>
  );
}
