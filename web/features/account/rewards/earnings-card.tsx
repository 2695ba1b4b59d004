'use client';

import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { localZone } from '@/features/core/days';
import { Link } from '@/i18n/navigation';
import { trpc } from '@/lib/trpc/client';
import { Card } from '@/ui/content/card';

/** What the user has earned as an author; the statement has every share. Renders nothing before the first earnings. */
export function EarningsCard() {
  const t = useTranslations('rewards.earnings');
  const format = useFormatter();
  const { data } = useQuery(trpc.rewards.earnings.queryOptions(undefined, { meta: { shownInPage: true } }));
  if (data === undefined || data.works.length === 0) return null;
  return (
    <Card className="grid gap-3">
      <div className="grid gap-0.5">
        <h2 className="text-lg font-strong tracking-title">{t('title')}</h2>
        <p className="text-sm text-ink-2">
          {data.nextAt === undefined
            ? t('text')
            : t('next', { date: format.dateTime(data.nextAt, { dateStyle: 'medium', timeZone: localZone() }) })}
        </p>
      </div>
      <ul className="grid gap-2">
        {data.works.map(({ workId, title, creations, waiting, granted }) => (
          <li key={workId} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 text-sm">
            <Link href={`/v/${workId}`} className="min-w-0 truncate font-medium underline-offset-4 hover:underline">
              <bdi>{title ?? t('untitled')}</bdi>
            </Link>
            <span className="num text-ink-2">
              {t('creations', { count: creations })} · {t('granted', { count: granted })}
              {waiting === 0 ? null : ` · ${t('waiting', { count: waiting })}`}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
