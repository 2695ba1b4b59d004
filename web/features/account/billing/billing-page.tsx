'use client';

import { FlaskConical } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { AccountLink } from '@/features/account/identity/profile/account-link';
import { useAccount } from '@/features/core/use-account';
import { useOverview } from '@/lib/data/billing';
import { Button, buttonStyle } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState, ErrorState, Notice } from '@/ui/content/states';
import { useNow } from '@/ui/hooks/use-now';
import { ChangePlan } from './change-plan';
import { Method, NextCharge } from './charge-cards';
import { Invoices } from './invoices';
import { OtherPlans } from './other-plans';
import { Outstanding } from './outstanding/outstanding-card';
import { PlanCard } from './plan-card';
import { actionsOf } from './shown-status';

const MINUTE_MS = 60_000;

/** The current plan, the next charge, the payment method and all invoices. */
export function BillingPage() {
  const t = useTranslations('billing');
  const account = useAccount();
  return (
    <div className="mx-auto grid w-full max-w-[1100px] grid-cols-[minmax(0,1fr)] gap-4 ps-2 pe-6 pt-3 pb-12 max-md:px-3 max-md:pb-24">
      <h1 className="pb-1 text-2xl leading-tight font-strong tracking-title">{t('title')}</h1>
      {account.kind === 'unknown' ? <Loading /> : null}
      {account.kind === 'visitor' ? <ForVisitors /> : null}
      {account.kind === 'user' ? <Own /> : null}
    </div>
  );
}

function Loading() {
  const t = useTranslations('billing');
  return (
    <div role="status" aria-label={t('loading')} className="grid gap-4 lg:grid-cols-[1.6fr_1fr]">
      <Skeleton className="h-72 rounded-panel" />
      <div className="grid gap-4">
        <Skeleton className="h-32 rounded-panel" />
        <Skeleton className="h-32 rounded-panel" />
      </div>
    </div>
  );
}

function ForVisitors() {
  const t = useTranslations('billing.visitor');
  return (
    <Card>
      <EmptyState
        title={t('title')}
        actions={
          <>
            <AccountLink to="signUp" className={buttonStyle({ tone: 'invert' })}>
              {t('signUp')}
            </AccountLink>
            <AccountLink to="logIn" className={buttonStyle()}>
              {t('signIn')}
            </AccountLink>
          </>
        }
      >
        {t('text')}
      </EmptyState>
    </Card>
  );
}

function Own() {
  const t = useTranslations('billing');
  const { data: overview, isError, refetch } = useOverview();
  const [changing, setChanging] = useState(false);
  const changesId = useId();
  const now = useNow(MINUTE_MS, true);
  if (overview === undefined && !isError) return <Loading />;
  const plan = overview?.subLog.currentPlan;
  return (
    <>
      {overview === undefined || plan === undefined ? (
        <Card>
          <ErrorState
            title={t('failed.title')}
            actions={<Button onClick={() => void refetch()}>{t('failed.retry')}</Button>}
          >
            {t('failed.text')}
          </ErrorState>
        </Card>
      ) : (
        <>
          {overview.isSandbox ? <Notice icon={FlaskConical}>{t('sandboxText')}</Notice> : null}
          <Outstanding overview={overview} now={now} />
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
            <PlanCard
              overview={overview}
              now={now}
              changing={changing}
              onChange={() => setChanging(!changing)}
              changesId={changesId}
            />
            <div className="grid gap-4 md:max-lg:grid-cols-2 md:max-lg:[&>:only-child]:col-span-2">
              <NextCharge overview={overview} />
              <Method overview={overview} />
            </div>
          </div>
          {changing && actionsOf(overview.subLog).change && plan.subscriptionId !== null ? (
            <ChangePlan
              id={changesId}
              plan={plan}
              subscriptionId={plan.subscriptionId}
              scheduled={overview.scheduled}
            />
          ) : null}
          <OtherPlans plans={overview.subLog.otherPlan} />
        </>
      )}
      <Invoices />
    </>
  );
}
