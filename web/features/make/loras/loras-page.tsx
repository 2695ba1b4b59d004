'use client';

import { useTranslations } from 'next-intl';
import { Link } from '@/i18n/navigation';
import { useLoras } from '@/lib/data/loras';
import { Button, buttonStyle } from '@/ui/button';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState, ErrorState } from '@/ui/content/states';
import { LoraCard } from './lora-card';

/** The LoRAs of connected engines. */
export function LorasPage() {
  const t = useTranslations('loras');
  return (
    <div className="grid gap-6 ps-2 pe-8 pt-3 pb-16 max-md:px-3 max-md:pb-24">
      <div className="grid gap-2">
        <h1 className="text-2xl leading-tight font-strong tracking-title">{t('title')}</h1>
        <p className="max-w-[70ch] text-ink-2">{t('lede')}</p>
      </div>
      <List />
    </div>
  );
}

function List() {
  const t = useTranslations('loras');
  const { data, isPending, isError, refetch } = useLoras();
  if (isError)
    return <ErrorState title={t('failed')} actions={<Button onClick={() => void refetch()}>{t('again')}</Button>} />;
  if (isPending) return <Skeleton className="h-60 rounded-media" />;
  if (data.loras.length === 0)
    return (
      <EmptyState
        title={t('none')}
        actions={
          <Link href="/image" className={buttonStyle({})}>
            {t('toImage')}
          </Link>
        }
      >
        {t('noneText')}
      </EmptyState>
    );
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(180px,1fr))] gap-x-4 gap-y-6 max-md:grid-cols-2">
      {data.loras.map((lora) => (
        <li key={lora.id} className="grid min-w-0">
          <LoraCard lora={lora} />
        </li>
      ))}
    </ul>
  );
}
