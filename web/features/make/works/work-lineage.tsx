'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Link } from '@/i18n/navigation';
import { trpc } from '@/lib/trpc/client';
import { DataProvider } from '@/lib/trpc/data-provider';

/** What a post is a remix of, the nearest first, and how many posts are remixes of it. Renders nothing without any. */
export default function WorkLineage({ id }: { readonly id: string }) {
  return (
    <DataProvider>
      <Lineage id={id} />
    </DataProvider>
  );
}

function Lineage({ id }: { readonly id: string }) {
  const t = useTranslations('works.lineage');
  const { data } = useQuery(trpc.work.lineage.queryOptions({ id }, { meta: { skipErrorChain: true } }));
  if (data === undefined || (data.origins.length === 0 && data.remixes === 0)) return null;
  return (
    <section aria-label={t('title')} className="grid gap-1.5 rounded-panel bg-surface-1 p-4 text-sm">
      {data.remixes === 0 ? null : <p className="num text-ink-2">{t('remixes', { count: data.remixes })}</p>}
      {data.origins.length === 0 ? null : (
        <>
          <h2 className="font-medium text-ink-2">{t('of')}</h2>
          <ol className="grid gap-1">
            {data.origins.map((origin, at) => (
              <li key={at} className="wrap-anywhere">
                {origin.isAvailable ? (
                  <Link href={`/v/${origin.id}`} prefetch={false} className="hover:underline">
                    <bdi>{origin.title}</bdi>
                  </Link>
                ) : (
                  <span className="text-ink-3">{t('unavailable')}</span>
                )}
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
