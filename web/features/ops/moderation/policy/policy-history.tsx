'use client';

import { useTranslations } from 'next-intl';
import { NO_CHANGES, type PolicyContent } from '@src/moderation/policy/policy.shared';
import { usePolicyHistory } from '@/lib/data/policy';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Skeleton } from '@/ui/content/skeleton';
import { useCaseTime } from '../reports/case-time';

/** Versions of the policy: when, by whom and why. A restored one becomes the draft, which is saved with a reason. */
export function PolicyHistory({ onRestore }: { readonly onRestore: (content: PolicyContent) => void }) {
  const t = useTranslations('policy');
  const time = useCaseTime();
  const { data, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = usePolicyHistory();
  if (isPending) return <Skeleton className="h-40" />;
  const versions = data?.pages.flat() ?? [];
  const restore = (content: PolicyContent) => (
    <Button size="sm" className="justify-self-start" onClick={() => onRestore(content)}>
      {t('restore')}
    </Button>
  );
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-lg font-strong tracking-title">{t('history')}</h2>
      <ul className="grid grid-cols-[minmax(0,1fr)]">
        {versions.map(({ number, content, change }) => (
          <li key={number} className="grid gap-1.5 border-t border-line py-3 first:border-t-0">
            <p className="num text-sm font-medium">{t('version', { number })}</p>
            {change === undefined ? null : (
              <>
                <p className="num text-xs text-ink-3">
                  {time(change.at)} ·{' '}
                  <bdi dir="ltr" className="wrap-anywhere">
                    {change.by}
                  </bdi>
                </p>
                <p dir="auto" className="text-sm wrap-anywhere">
                  {change.reason}
                </p>
              </>
            )}
            <p className="text-xs text-ink-2">
              {t('differs', { rules: Object.keys(content.rules).length, words: content.words.length })}
            </p>
            {restore(content)}
          </li>
        ))}
        <li className="grid gap-1.5 border-t border-line py-3 first:border-t-0">
          <p className="text-sm font-medium">{t('builtIn')}</p>
          {restore(NO_CHANGES)}
        </li>
      </ul>
      {hasNextPage ? (
        <Button size="sm" className="justify-self-start" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('more')}
        </Button>
      ) : null}
    </Card>
  );
}
