'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { localZone } from '@/features/core/days';
import { trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { cx } from '@/ui/cx';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState } from '@/ui/content/states';
import { AdminGate } from './admin-gate';

/** Emails that are kept in this installation because no mail server is configured. */
export function MailPage() {
  const t = useTranslations('admin.mail');
  return (
    <AdminGate title={t('title')} lead={t('lead')}>
      <Letters />
    </AdminGate>
  );
}

function Letters() {
  const t = useTranslations('admin.mail');
  const format = useFormatter();
  const [open, setOpen] = useState<string>();
  const letters = useInfiniteQuery(trpc.mail.list.infiniteQueryOptions({}, { getNextPageParam: (page) => page.next }));
  if (letters.isPending) return <Skeleton className="h-60" />;
  const items = letters.data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) {
    return (
      <Card>
        <EmptyState title={t('empty')}>
          {letters.data?.pages[0]?.kept === false ? t('sent') : t('emptyText')}
        </EmptyState>
      </Card>
    );
  }
  return (
    <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-[320px_minmax(0,1fr)]">
      <div className="grid grid-cols-1 gap-2">
        <ul className="grid grid-cols-1 gap-1.5">
          {items.map((letter) => (
            <li key={letter.id}>
              <button
                type="button"
                aria-pressed={open === letter.id}
                onClick={() => setOpen(letter.id)}
                className={cx(
                  'grid w-full grid-cols-1 gap-0.5 rounded-group px-3.5 py-2.5 text-start',
                  open === letter.id ? 'bg-surface-3' : 'bg-surface-1 hover:bg-surface-2',
                )}
              >
                <span className="truncate text-sm font-medium">
                  <bdi>{letter.subject}</bdi>
                </span>
                <span className="num flex justify-between gap-2 text-xs text-ink-3">
                  <bdi className="truncate">{letter.to}</bdi>
                  <span className="shrink-0">
                    {format.dateTime(letter.at, { dateStyle: 'short', timeStyle: 'short', timeZone: localZone() })}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
        {letters.hasNextPage ? (
          <Button size="sm" busy={letters.isFetchingNextPage} onClick={() => void letters.fetchNextPage()}>
            {t('more')}
          </Button>
        ) : null}
      </div>
      {open === undefined ? <Card className="text-sm text-ink-3">{t('choose')}</Card> : <Letter id={open} />}
    </div>
  );
}

function Letter({ id }: { readonly id: string }) {
  const t = useTranslations('admin.mail');
  const { data, isPending } = useQuery(trpc.mail.get.queryOptions({ id }));
  if (isPending) return <Skeleton className="h-60" />;
  if (data == null) return <Card className="text-sm text-ink-3">{t('gone')}</Card>;
  return (
    <Card className="grid gap-3">
      <h2 className="text-lg font-strong tracking-title">
        <bdi>{data.subject}</bdi>
      </h2>
      {data.masked ? <p className="text-sm text-ink-2">{t('masked')}</p> : null}
      {/* Email content is untrusted. The frame runs no scripts, and its links open in a separate window. */}
      <iframe
        title={data.subject}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        srcDoc={`<base target="_blank">${data.html}`}
        className="h-[420px] w-full rounded-group bg-white"
      />
      <details>
        <summary className="cursor-pointer text-sm text-ink-2">{t('plain')}</summary>
        <pre dir="auto" className="overflow-x-auto pt-2 text-xs whitespace-pre-wrap text-ink-2">
          {data.text}
        </pre>
      </details>
    </Card>
  );
}
