'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import type { BillingOverview } from '@src/billing/shop/shop.shared';
import type { Plan } from '@src/billing/plans/plan.shared';
import { periodOf, type Product } from '@src/billing/plans/product.shared';
import { Link } from '@/i18n/navigation';
import { openPopup } from '@/lib/popups/queue';
import { Badge } from '@/ui/content/badge';
import { Button, buttonStyle } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Bar } from '@/ui/content/progress';
import { Notice } from '@/ui/content/states';
import { productOf } from './product-of';
import {
  actionsOf,
  chargeOf,
  customOf,
  isNearEnd,
  isSuspended,
  shownStatusOfLog,
  STATUS_TONES,
  type Actions,
} from './shown-status';
import { ActionError } from './action-error';
import { useFigures } from './use-figures';
import { useReactivate, useKeepPlan } from './use-plan-actions';

interface PlanCardProps {
  readonly overview: BillingOverview;
  readonly now: number;
  /** Whether the plans to change to are shown below. */
  readonly changing: boolean;
  readonly onChange: () => void;
  readonly changesId: string;
}

/** The user's plan: name, price, status and actions. */
export function PlanCard({ overview, now, changing, onChange, changesId }: PlanCardProps) {
  const t = useTranslations('billing');
  const { day } = useFigures();
  const { subLog, isSandbox } = overview;
  const plan = subLog.currentPlan;
  const status = shownStatusOfLog(subLog);
  const actions = actionsOf(subLog);
  const product = productOf(plan);
  const custom = customOf(plan);
  const reactivate = useReactivate(plan.cancelAtPeriodEnd ? (plan.subscriptionId ?? '') : undefined);
  const date = plan.currentPeriodEnd === null ? '' : day(plan.currentPeriodEnd);
  if (status === 'free' || product === undefined) return <Free isSandbox={isSandbox} />;
  return (
    <Card className="grid content-start gap-4">
      <div className="grid gap-2">
        <h2 className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
          {t('plan.title')} {isSandbox ? <Badge tone="info">{t('sandbox')}</Badge> : null}
        </h2>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <span className="text-2xl leading-tight font-strong tracking-title">
            <bdi>{product.productName}</bdi>
          </span>
          <Badge tone={STATUS_TONES[status]}>{t(`status.${status}`)}</Badge>
        </p>
        <PriceLine plan={plan} product={product} />
        <p className="text-sm text-ink-2">
          {t(status === 'pastDue' && isSuspended(overview, now) ? 'standing.resting' : `standing.${status}`, { date })}
        </p>
        {custom === undefined ? null : (
          <p className="text-sm text-ink-2">
            {t(`custom.${custom}`)}{' '}
            {custom === 'abnormal' ? (
              <Link href="/contact-us" className="underline">
                {t('custom.contact')}
              </Link>
            ) : null}
          </p>
        )}
      </div>
      <PlanCredits
        product={product}
        left={overview.planCredits}
        isActive={subLog.isActiveSub || status === 'pastDue'}
      />
      {isNearEnd(plan, now) && actions.reactivate ? <Notice tone="warning">{t('nearEnd', { date })}</Notice> : null}
      <Scheduled overview={overview} product={product} />
      <ActionError error={reactivate.error} />
      <Said>{reactivate.isSuccess && !plan.cancelAtPeriodEnd ? t('reactivated', { date }) : ''}</Said>
      <Buttons
        plan={plan}
        actions={actions}
        isWaiting={reactivate.isPending || (reactivate.isSuccess && plan.cancelAtPeriodEnd)}
        onReactivate={(id) => reactivate.mutate(id)}
        changing={changing}
        onChange={onChange}
        changesId={changesId}
      />
    </Card>
  );
}

/**
 * Live region with the result of an action; it gets the focus of the removed button. Always rendered, so that screen
 * readers announce it.
 */
function Said({ children }: { readonly children: string }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (children !== '') line.current?.focus();
  }, [children]);
  return (
    <p ref={line} role="status" tabIndex={-1} className="text-sm text-success outline-none empty:hidden">
      {children}
    </p>
  );
}

/** A user without a paid plan. */
function Free({ isSandbox }: { readonly isSandbox: boolean }) {
  const t = useTranslations('billing');
  return (
    <Card className="grid content-start justify-items-start gap-3">
      <h2 className="flex flex-wrap items-center gap-2 text-xl font-strong tracking-title">
        {t('free.title')} {isSandbox ? <Badge tone="info">{t('sandbox')}</Badge> : null}
      </h2>
      <p className="max-w-[60ch] text-sm text-ink-2">{t('free.text')}</p>
      <div className="flex flex-wrap gap-2 pt-1">
        <Link href="/pricing" className={buttonStyle({ tone: 'accent' })}>
          {t('actions.plans')}
        </Link>
        <Link href="/pricing#packs" className={buttonStyle()}>
          {t('actions.packs')}
        </Link>
      </div>
    </Card>
  );
}

function PriceLine({ plan, product }: { readonly plan: Plan; readonly product: Product }) {
  const t = useTranslations('billing.plan');
  const { price, number } = useFigures();
  const charge = chargeOf(plan);
  if (charge === undefined) return null;
  return (
    <p className="num text-md">
      {t(`period.${periodOf(product)}`, { price: price(charge.amount) })}
      {plan.discountRate > 0 ? (
        <span className="text-sm text-ink-2">
          {' '}
          · {t('discount', { percent: number(plan.discountRate), full: price(charge.full) })}
        </span>
      ) : null}
    </p>
  );
}

/** The plan's unspent credits, beside its monthly credits. */
function PlanCredits({
  product,
  left,
  isActive,
}: {
  readonly product: Product;
  readonly left: number;
  readonly isActive: boolean;
}) {
  const t = useTranslations('billing.plan');
  if (product.usageCount === 0 || (!isActive && left === 0)) return null;
  return (
    <div className="grid gap-2 rounded-group bg-surface-2 px-3.5 py-3 text-sm">
      <p className="flex flex-wrap justify-between gap-x-3 gap-y-1">
        <span className="num font-medium">{t('left', { count: left })}</span>
        <span className="num text-ink-2">{t('credits', { count: product.usageCount })}</span>
      </p>
      <Bar percent={(left / product.usageCount) * 100} label={t('left', { count: left })} />
      <Link href="/credits" className="justify-self-start text-ink-2 underline hover:text-ink-1">
        {t('statement')}
      </Link>
    </div>
  );
}

/** A scheduled smaller plan, with the button to keep the current one. */
function Scheduled({
  overview: {
    subLog: { currentPlan, paymentPlatform },
    scheduled,
  },
  product,
}: {
  readonly overview: BillingOverview;
  readonly product: Product;
}) {
  const t = useTranslations('billing');
  const { day, price } = useFigures();
  const stay = useKeepPlan(scheduled === null ? undefined : `${scheduled.product.priceId} ${scheduled.at}`);
  const charge = scheduled === null ? undefined : chargeOf({ ...currentPlan, subProductRelation: [scheduled.product] });
  const { subscriptionId, currency } = currentPlan;
  return (
    <>
      {scheduled === null || charge === undefined ? null : (
        <Notice
          action={
            subscriptionId === null || !paymentPlatform.enable ? undefined : (
              <Button
                size="sm"
                busy={stay.isPending || stay.isSuccess}
                onClick={() => stay.mutate({ subscriptionId, priceId: product.priceId, currency })}
              >
                {t('scheduled.stay', { plan: product.productName })}
              </Button>
            )
          }
        >
          {t('scheduled.text', {
            date: day(scheduled.at),
            plan: scheduled.product.productName,
            price: t(`plan.period.${periodOf(scheduled.product)}`, { price: price(charge.amount) }),
          })}
        </Notice>
      )}
      <ActionError error={stay.error} />
      <Said>{stay.isSuccess && scheduled === null ? t('scheduled.done', { plan: product.productName }) : ''}</Said>
    </>
  );
}

interface ButtonsProps {
  readonly plan: Plan;
  readonly actions: Actions;
  readonly isWaiting: boolean;
  readonly onReactivate: (subscriptionId: string) => void;
  readonly changing: boolean;
  readonly onChange: () => void;
  readonly changesId: string;
}

function Buttons({ plan, actions, isWaiting, onReactivate, changing, onChange, changesId }: ButtonsProps) {
  const t = useTranslations('billing');
  const { day, price } = useFigures();
  const { subscriptionId, currentPeriodEnd } = plan;
  const charge = chargeOf(plan);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {actions.reactivate && subscriptionId !== null ? (
          <Button tone="accent" busy={isWaiting} onClick={() => onReactivate(subscriptionId)}>
            {t('actions.reactivate')}
          </Button>
        ) : null}
        {actions.anew ? (
          <Link href="/pricing" className={buttonStyle({ tone: 'accent' })}>
            {t('actions.anew')}
          </Link>
        ) : null}
        {actions.change ? (
          <Button aria-expanded={changing} aria-controls={changesId} onClick={onChange}>
            {t('actions.change')}
          </Button>
        ) : null}
        <Link href="/pricing#packs" className={buttonStyle()}>
          {t('actions.packs')}
        </Link>
        {actions.cancel && subscriptionId !== null ? (
          <Button tone="quiet" aria-haspopup="dialog" onClick={() => openPopup('cancelPlan', { subscriptionId })}>
            {t('actions.cancel')}
          </Button>
        ) : null}
      </div>
      {actions.reactivate && charge !== undefined && currentPeriodEnd !== null ? (
        <p className="num text-xs text-ink-3">
          {t('reactivateNote', { amount: price(charge.amount), date: day(currentPeriodEnd) })}
        </p>
      ) : null}
    </div>
  );
}
