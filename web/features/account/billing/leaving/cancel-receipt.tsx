'use client';

import { CircleCheck } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import type { CancelReceipt as Receipt } from '@src/billing/shop/shop.shared';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { useFigures } from '../use-figures';

/** Confirms that no further charge follows, and until when the plan can be used. */
export function CancelReceipt({
  receipt: { canceledAt, accessUntil, creditsLeft },
  onDone,
}: {
  readonly receipt: Receipt;
  readonly onDone: () => void;
}) {
  const t = useTranslations('billing.receipt');
  const { day, moment } = useFigures();
  const done = useRef<HTMLButtonElement>(null);
  // The pressed button is gone: move the focus to what replaced it.
  useEffect(() => done.current?.focus(), []);
  return (
    <div className="grid gap-4">
      <div role="status" className="grid gap-2 rounded-group bg-success-soft px-4 py-3.5 text-sm">
        <p className="num flex items-start gap-2.5 font-medium">
          <Icon of={CircleCheck} size="s" className="mt-0.5 text-success" />
          {t('until', { date: day(accessUntil) })}
        </p>
        <p className="num ps-[25px]">{t('credits', { count: creditsLeft })}</p>
      </div>
      <p className="text-sm text-ink-2">{t('back')}</p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="num text-xs text-ink-3">{t('at', { date: moment(canceledAt) })}</p>
        <Button ref={done} tone="invert" onClick={onDone}>
          {t('done')}
        </Button>
      </div>
    </div>
  );
}
