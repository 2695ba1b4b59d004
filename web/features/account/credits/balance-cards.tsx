'use client';

import { useFormatter, useTranslations } from 'next-intl';
import type { BalanceView, ExpiriesView } from '@src/credits/credits.shared';
import { HeldMark } from '@/ui/content/badge';
import { Card } from '@/ui/content/card';
import { Skeleton } from '@/ui/content/skeleton';
import { Expiries } from './expiries';

/** The three figures above the statement. */
export function BalanceCards({
  balance,
  expiries,
}: {
  readonly balance: BalanceView | undefined;
  readonly expiries: ExpiriesView | undefined;
}) {
  const t = useTranslations('credits');
  const format = useFormatter();
  return (
    <div className="grid gap-4 lg:grid-cols-[1fr_1.4fr]">
      <div className="grid gap-4 md:max-lg:grid-cols-2">
        <Figure
          label={t('available')}
          value={balance === undefined ? undefined : format.number(balance.available)}
          note={
            balance === undefined
              ? undefined
              : t('availableNote', {
                  onAccount: format.number(balance.available + balance.held),
                  held: format.number(balance.held),
                })
          }
        />
        <Figure
          label={
            <>
              <HeldMark size="md" />
              {t('held')}
            </>
          }
          value={balance === undefined ? undefined : format.number(balance.held)}
          note={t('heldNote')}
        />
      </div>
      <Card className="grid content-start gap-3">
        <h2 className="text-sm text-ink-2">{t('expiries.title')}</h2>
        {expiries === undefined ? <Skeleton className="h-24" /> : <Expiries view={expiries} />}
      </Card>
    </div>
  );
}

function Figure({
  label,
  value,
  note,
}: {
  readonly label: React.ReactNode;
  readonly value: string | undefined;
  readonly note: string | undefined;
}) {
  return (
    <Card className="grid content-start gap-3">
      <h2 className="flex items-center gap-2 text-sm text-ink-2">{label}</h2>
      {value === undefined ? (
        <Skeleton className="h-11 w-24" />
      ) : (
        <p className="num text-figure leading-none font-strong tracking-display">{value}</p>
      )}
      {note === undefined ? <Skeleton className="h-4 w-40" /> : <p className="num text-sm text-ink-3">{note}</p>}
    </Card>
  );
}
