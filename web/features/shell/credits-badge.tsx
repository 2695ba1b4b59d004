'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { Link } from '@/i18n/navigation';
import { useBalance } from '@/lib/data/account';
import { usePlan } from '@/lib/data/plan';
import { useVisitor } from '@/lib/session/store';
import { DataProvider } from '@/lib/trpc/data-provider';
import { HeldMark } from '@/ui/content/badge';
import { buttonStyle } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Skeleton } from '@/ui/content/skeleton';
import { CREDITS, PRICING } from '@/features/core/areas';

function Figures() {
  const t = useTranslations('common.credits');
  const names = useTranslations('common.areas');
  const format = useFormatter();
  const visitor = useVisitor();
  const balance = useBalance();
  if (balance === undefined) {
    // Do not show zero for an unknown visitor. Newcomers receive credits with their first creation.
    if (visitor.status === 'failed' || visitor.status === 'signed-out')
      return <span className="text-ink-2">{names('credits')}</span>;
    // The link needs an accessible name from the start.
    return (
      <>
        <span className="sr-only">{names('creditsLong')}</span>
        <Skeleton className="h-3.5 w-16" />
      </>
    );
  }
  const available = format.number(balance.available);
  return (
    <>
      <span>
        <b className="font-strong">{available}</b>{' '}
        <span className="max-md:sr-only">{t('word', { count: balance.available })}</span>
      </span>
      {balance.held > 0 ? <span className="sr-only">, </span> : null}
      {balance.held > 0 ? (
        <span className="flex items-center gap-1.5 border-s border-line-strong ps-2.5 text-ink-2">
          <HeldMark size="md" />
          <span>
            {format.number(balance.held)} <span className="max-md:sr-only">{t('heldWord')}</span>
          </span>
        </span>
      ) : null}
    </>
  );
}

/** Link to the plans, for a member without an active plan. */
function Upgrade() {
  const t = useTranslations('common.account');
  const plan = usePlan();
  if (plan === undefined || plan.isActiveSub) return null;
  return (
    <Link href={PRICING.href} className={buttonStyle({ tone: 'quiet', className: 'max-md:hidden' })}>
      {t('upgrade')}
    </Link>
  );
}

/** Available and held credits; links to the statement. */
export default function CreditsBadge() {
  return (
    <DataProvider>
      <Upgrade />
      <Link
        href={CREDITS.href}
        data-testid="credits-badge"
        className="num flex control-md shrink-0 items-center gap-2 rounded-control bg-surface-2 px-3 text-sm whitespace-nowrap transition-colors quick hover:bg-surface-3"
      >
        <Icon of={CREDITS.icon} size="s" />
        <Figures />
      </Link>
    </DataProvider>
  );
}
