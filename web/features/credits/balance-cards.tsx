'use client';

import { useFormatter, useNow, useTranslations } from 'next-intl';
import type { BalanceView } from '@src/credits/credits.shared';
import { localZone } from '@/features/creations/days';
import { Hatch } from '@/ui/badge';
import { Card } from '@/ui/card';
import { cx } from '@/ui/cx';
import { Skeleton } from '@/ui/skeleton';

const SHARES = ['bg-data-1', 'bg-data-2', 'bg-data-3', 'bg-data-4'] as const;
const DAY_MS = 86_400_000;

/** The three figures that come before the lines. */
export function BalanceCards({ balance }: { readonly balance: BalanceView | undefined }) {
  const t = useTranslations('credits');
  const format = useFormatter();
  return (
    <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-[1fr_1fr_1.6fr]">
      <Figure label={t('available')} value={balance === undefined ? undefined : format.number(balance.available)} note={balance === undefined ? undefined : t('availableNote', { onAccount: balance.available + balance.held, held: balance.held })} />
      <Figure label={<><Hatch size="md" />{t('held')}</>} value={balance === undefined ? undefined : format.number(balance.held)} note={t('heldNote')} />
      <Card className="md:max-lg:col-span-2">
        <h2 className="pb-3 text-sm text-ink-2">{t('byExpiry')}</h2>
        {balance === undefined ? <Skeleton className="h-16" /> : <Expiries balance={balance} />}
      </Card>
    </div>
  );
}

function Figure({ label, value, note }: { readonly label: React.ReactNode; readonly value: string | undefined; readonly note: string | undefined }) {
  return (
    <Card className="grid content-start gap-3">
      <h2 className="flex items-center gap-2 text-sm text-ink-2">{label}</h2>
      {value === undefined ? <Skeleton className="h-11 w-24" /> : <p className="num text-figure leading-none font-strong tracking-display">{value}</p>}
      {note === undefined ? <Skeleton className="h-4 w-40" /> : <p className="num text-sm text-ink-3">{note}</p>}
    </Card>
  );
}

function Expiries({ balance }: { readonly balance: BalanceView }) {
  const t = useTranslations('credits');
  const format = useFormatter();
  const now = useNow().getTime();
  const grants = balance.grants.filter((grant) => grant.available > 0);
  const total = grants.reduce((sum, grant) => sum + grant.available, 0);
  if (total === 0) return <p className="text-sm text-ink-3">{t('nothing')}</p>;
  const when = (expiresAt: number | undefined): string => {
    if (expiresAt === undefined) return t('never');
    return t('expires', { date: format.dateTime(expiresAt, { day: 'numeric', month: 'short', timeZone: localZone() }), days: Math.max(0, Math.ceil((expiresAt - now) / DAY_MS)) });
  };
  return (
    <>
      <div aria-hidden className="flex h-2.5 gap-0.5 overflow-hidden rounded-xs">
        {grants.map((grant, index) => <span key={index} className={SHARES[index % SHARES.length]} style={{ inlineSize: `${(grant.available / total) * 100}%` }} />)}
      </div>
      <ul className="grid gap-1.5 pt-3 text-sm">
        {grants.map((grant, index) => (
          <li key={index} className="flex items-center gap-2">
            <span aria-hidden className={cx('size-2 rounded-[2px]', SHARES[index % SHARES.length])} />
            <span className="font-medium">{t(`sources.${grant.source}`)}</span>
            <span className="num ms-auto text-ink-3">{when(grant.expiresAt)}</span>
            <span className="num w-12 text-end font-medium">{format.number(grant.available)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
