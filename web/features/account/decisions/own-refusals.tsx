'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { REFUSAL_DAYS, type RefusalView } from '@src/creation/refusals/refusal.shared';
import { localZone } from '@/features/core/days';
import { RefusalAppeal, RefusedWords } from '@/features/core/refusal-appeal';
import { useOwnRefusals } from '@/lib/data/refusals';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';

/** Refused texts of the user that are still kept, with their appeals. Shows nothing without any. */
export function OwnRefusals() {
  const t = useTranslations('cases.refusals');
  const all = useTranslations('cases');
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useOwnRefusals();
  const refusals = data?.pages.flatMap((page) => page.refusals) ?? [];
  if (refusals.length === 0 && !hasNextPage) return null;
  return (
    <section aria-label={t('title')} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="grid gap-1 pt-4">
        <h2 className="text-xl leading-tight font-strong tracking-title">{t('title')}</h2>
        <p className="max-w-[64ch] text-sm text-ink-2">
          {t('lead', { plain: REFUSAL_DAYS.plain, denied: REFUSAL_DAYS.denied })}
        </p>
      </div>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {refusals.map((refusal) => (
          <li key={refusal.id}>
            <OwnRefusal refusal={refusal} />
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <Button size="sm" className="justify-self-start" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {all('more')}
        </Button>
      ) : null}
    </section>
  );
}

function OwnRefusal({ refusal }: { readonly refusal: RefusalView }) {
  const t = useTranslations('cases.refusals');
  const categories = useTranslations('errors.refusal.categories');
  const format = useFormatter();
  const { id, category, words, at, appeal, answeredAt, until } = refusal;
  const time = (when: number): string =>
    format.dateTime(when, { dateStyle: 'medium', timeStyle: 'short', timeZone: localZone() });
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="grid gap-1">
        <h3 className="font-medium">{categories(category)}</h3>
        <p className="num text-xs text-ink-3">{time(at)}</p>
      </div>
      <RefusedWords words={words} />
      {until === undefined ? null : <p className="num text-sm">{t('granted', { date: time(until) })}</p>}
      {appeal === 'denied' && answeredAt !== undefined ? (
        <p className="num text-sm">{t('deniedAt', { date: time(answeredAt) })}</p>
      ) : null}
      <RefusalAppeal params={{ refusal: id, appeal }} />
    </Card>
  );
}
