'use client';

import { useTranslations } from 'next-intl';
import type { TagFacts } from '@src/creation/explore/explore.shared';
import { DataProvider } from '@/lib/trpc/data-provider';
import { Link } from '@/i18n/navigation';
import { buttonStyle } from '@/ui/button';
import { EmptyState } from '@/ui/content/states';
import { Found } from './search-feed';
import { TagName } from './tag-name';
import type { TagTexts } from './tag-text';

/** The posts with a tag. */
export function TagPage({ facts, texts }: { readonly facts: TagFacts | undefined; readonly texts: TagTexts }) {
  const t = useTranslations('explore');
  const all = (
    <Link href="/explore" className={buttonStyle()}>
      {t('tag.all')}
    </Link>
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 ps-2 pe-8 pt-3 pb-16 max-md:px-3 max-md:pb-24">
      {facts === undefined || !('tag' in facts) ? (
        <EmptyState level={1} title={t('tag.unknown')} actions={all}>
          {t('tag.unknownText')}
        </EmptyState>
      ) : (
        <>
          <header className="grid gap-2">
            <h1 className="text-2xl leading-tight font-strong tracking-title wrap-anywhere">
              <DataProvider>
                <TagName tag={facts.tag} text={texts[facts.tag] ?? facts.tag} />
              </DataProvider>
            </h1>
            <p className="text-ink-2">{t('tag.lede')}</p>
          </header>
          <Found
            key={facts.tag}
            wanted={{ tag: facts.tag }}
            first={facts.page}
            empty={<EmptyState title={t('empty')} actions={all} />}
          />
        </>
      )}
    </div>
  );
}
