'use client';

import { CircleAlert, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { money } from '@src/kernel/money.shared';
import { Link } from '@/i18n/navigation';
import { Button, buttonStyle, IconButton } from '@/ui/button';
import { Icon } from '@/ui/icon';
import type { OutstandingNotice } from './outstanding';
import { ActionError } from '../action-error';
import { useFigures } from '../use-figures';
import { usePortal } from '../use-plan-actions';

/** The failed payment, the next attempt, and a way to pay; it can be dismissed. */
export function OutstandingBar({
  notice: { subscriptionId, minor, currency, nextAttemptAt, canPay },
  onPutAway,
}: {
  readonly notice: OutstandingNotice;
  readonly onPutAway: () => void;
}) {
  const t = useTranslations('billing.banner');
  const { day, price } = useFigures();
  const portal = usePortal();
  return (
    <section
      aria-label={t('label')}
      className="mx-2 me-6 mb-1 grid gap-2 rounded-card bg-danger-soft py-2 ps-4 pe-2 text-sm max-md:mx-3"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Icon of={CircleAlert} size="s" className="text-danger" />
        <p className="num min-w-[16ch] flex-1 text-ink-1">
          {t('text', { amount: price(money(minor, currency)) })}{' '}
          {nextAttemptAt === null ? null : t('next', { date: day(nextAttemptAt) })}
        </p>
        <div className="flex items-center gap-1.5 max-md:order-last max-md:basis-full">
          {canPay ? (
            <Button
              size="sm"
              tone="invert"
              busy={portal.isPending || portal.isSuccess}
              onClick={() => portal.mutate(subscriptionId)}
            >
              {t('pay')}
            </Button>
          ) : null}
          <Link href="/billing" className={buttonStyle({ size: 'sm', tone: 'quiet' })}>
            {t('details')}
          </Link>
        </div>
        <IconButton label={t('close')} size="sm" onClick={onPutAway}>
          <Icon of={X} size="s" />
        </IconButton>
      </div>
      <ActionError error={portal.error} />
    </section>
  );
}
