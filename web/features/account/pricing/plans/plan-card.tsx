'use client';

import { Check } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import type { ButtonState } from '@src/billing/plans/button.shared';
import { dailyPrice, hundredthsText, priceShown, priceText } from '@src/billing/plans/price.shared';
import { periodOf, type Product } from '@src/billing/plans/product.shared';
import { Link } from '@/i18n/navigation';
import { Badge } from '@/ui/content/badge';
import { Button, buttonStyle } from '@/ui/button';
import { cx } from '@/ui/cx';
import { Icon } from '@/ui/icon';
import { Skeleton } from '@/ui/content/skeleton';
import { AllowedList } from './allowed';
import { CreditsBox } from './credits-box';
import type { CreditUse } from './credit-uses';
import { monthlyOf, yearlySaving, type PlanOffer } from './plans';

interface CardProps {
  readonly plan: PlanOffer;
  readonly product: Product;
  readonly currency: string;
  /** Undefined until the user's plan is known. */
  readonly state: ButtonState | undefined;
  readonly isSuggested: boolean;
  /** Whether no change is possible now. Otherwise, a `disabled` plan can follow with the next period. */
  readonly isBlocked: boolean;
  readonly makes: readonly CreditUse[];
  readonly onBuy: (product: Product) => void;
}

function PlanPrice({ plan, product, currency }: Pick<CardProps, 'plan' | 'product' | 'currency'>) {
  const t = useTranslations('pricing.price');
  const locale = useLocale();
  const whole = priceShown(product, currency);
  const monthly = monthlyOf(product, currency);
  const saved = yearlySaving(plan, currency);
  const isYearly = periodOf(product) === 'yearly';
  const daily = hundredthsText(dailyPrice(monthly), locale);
  return (
    <div className="grid gap-1.5">
      <p className="num flex flex-wrap items-baseline gap-x-2">
        <bdi className="text-3xl leading-none font-strong tracking-display">{hundredthsText(monthly, locale)}</bdi>
        <span className="text-sm text-ink-3">{t('aMonth')}</span>
      </p>
      <p className="num text-xs text-ink-3">
        {isYearly ? t('yearly', { price: priceText(whole, locale), daily }) : t('monthly', { daily })}
      </p>
      <p className={cx('num min-h-[1.5em] text-xs', isYearly ? 'text-success' : 'text-ink-3')}>
        {saved === undefined ? '' : t(isYearly ? 'saves' : 'couldSave', { saved: priceText(saved, locale) })}
      </p>
    </div>
  );
}

function PlanButton({ plan, product, state, isSuggested, isBlocked, onBuy }: CardProps) {
  const t = useTranslations('pricing.button');
  const { name } = plan;
  if (state === undefined) return <Skeleton className="control-md" />;
  switch (state) {
    case 'start':
    case 'upgrade':
      return (
        <Button shape="block" tone={isSuggested ? 'accent' : 'invert'} onClick={() => onBuy(product)}>
          {t(state, { name })}
        </Button>
      );
    case 'current':
      return (
        <Button shape="block" disabled icon={<Icon of={Check} size="s" />} className="text-ink-2">
          {t('current')}
        </Button>
      );
    case 'disabled':
      if (isBlocked)
        return (
          <Button shape="block" disabled className="text-ink-3">
            {t('blocked')}
          </Button>
        );
      return (
        <Link href="/billing" className={buttonStyle({ shape: 'block' })} aria-label={t('laterOf', { name })}>
          {t('later')}
        </Link>
      );
    default:
      return state satisfies never;
  }
}

/** The card of a paid plan: name, price, button, examples and entitlements. */
export function PlanCard(props: CardProps) {
  const t = useTranslations('pricing');
  const { plan, isSuggested } = props;
  return (
    <li
      className={cx(
        'row-span-5 grid grid-rows-subgrid content-start gap-y-5 rounded-media bg-surface-1 p-5',
        isSuggested && 'ring-[1.5px] ring-ink-1 ring-inset',
      )}
    >
      <div className="grid gap-1">
        <div className="flex min-h-[26px] items-start justify-between gap-2">
          <h3 className="text-xl leading-snug font-strong tracking-title">
            <bdi>{plan.name}</bdi>
          </h3>
          {isSuggested ? <Badge className="mt-0.5">{t('suggested')}</Badge> : null}
        </div>
        <p className="text-sm text-ink-3">{t(`plans.${plan.tier}`)}</p>
      </div>
      <PlanPrice {...props} />
      <PlanButton {...props} />
      <CreditsBox credits={props.product.usageCount} when="everyMonth" makes={props.makes} />
      <AllowedList tier={plan.tier} />
    </li>
  );
}
