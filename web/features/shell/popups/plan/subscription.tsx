'use client';

import { useLocale, useTranslations } from 'next-intl';
import { allowedBy } from '@src/billing/plans/entitlements.shared';
import { dailyPrice, hundredthsText, priceShown, priceText } from '@src/billing/plans/price.shared';
import { periodOf, type Product } from '@src/billing/plans/product.shared';
import type { Offer } from '@src/billing/shop/shop.shared';
import { isBlocked } from '@/features/account/pricing/checkout/change-obstacle';
import { PeriodSwitch } from '@/features/account/pricing/plans/period-switch';
import {
  monthlyOf,
  maxYearlySaving,
  packsOf,
  plansOf,
  productFor,
  stateFor,
  type PlanOffer,
} from '@/features/account/pricing/plans/plans';
import { PlanStatusNote } from '@/features/account/pricing/plans/plan-status-note';
import { useBuy } from '@/features/account/pricing/checkout/use-buy';
import { usePriceSelection } from '@/features/account/pricing/plans/use-price-selection';
import { openPlatforms } from '@/features/account/pricing/checkout/open-platforms';
import { Link } from '@/i18n/navigation';
import { useOffer } from '@/lib/data/billing';
import { useSubLog } from '@/lib/data/shop';
import { Badge } from '@/ui/content/badge';
import { Button, buttonStyle } from '@/ui/button';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState, ErrorState } from '@/ui/content/states';
import { Popup } from '../popup';
import type { PopupFrame } from '../frame';

/** Plans and packs in brief, over the page where something was missing. */
export default function Subscription({ onClose, swap }: PopupFrame) {
  const t = useTranslations('popups.subscription');
  const words = useTranslations('pricing');
  const offer = useOffer();
  const plan = useSubLog();
  return (
    <Popup title={t('title')} description={t('text')} onClose={onClose} className="max-w-[560px]">
      {offer.isPending || !plan.isKnown ? (
        <div role="status" aria-label={words('loading')} className="grid gap-3">
          {Array.from({ length: 5 }, (_, index) => (
            <Skeleton key={index} className="h-14" />
          ))}
        </div>
      ) : offer.data === undefined || plan.isError ? (
        <ErrorState
          title={words('failed.title')}
          actions={
            <Button onClick={() => void Promise.all([offer.refetch(), plan.refetch()])}>{words('failed.retry')}</Button>
          }
        >
          {words('failed.text')}
        </ErrorState>
      ) : (
        <Choices offer={offer.data} plan={plan} onClose={onClose} swap={swap} />
      )}
    </Popup>
  );
}

function Choices({
  offer,
  plan: { log, isMember },
  onClose,
  swap,
}: PopupFrame & { readonly offer: Offer; readonly plan: Pick<ReturnType<typeof useSubLog>, 'log' | 'isMember'> }) {
  const t = useTranslations('popups.subscription');
  const words = useTranslations('pricing');
  const locale = useLocale();
  const { period, setPeriod, currency } = usePriceSelection(offer, log);
  const plans = plansOf(offer.products).filter(({ tier }) => tier !== 'free');
  const packs = packsOf(offer.products, 'credits');
  const buy = useBuy(isMember, currency, swap);
  if (offer.isRefused) return <EmptyState title={words('refused.title')}>{words('refused.text')}</EmptyState>;
  if (plans.length === 0 || openPlatforms(offer.platforms).length === 0)
    return <EmptyState title={words('none.title')}>{words('none.text')}</EmptyState>;
  return (
    <div className="grid gap-4">
      <PeriodSwitch value={period} percent={maxYearlySaving(plans, currency)} onChange={setPeriod} fill />
      <PlanStatusNote log={log} />
      <ul className="grid gap-2">
        {plans.map((plan) => (
          <PlanRow
            key={plan.name}
            plan={plan}
            product={productFor(plan, period)}
            currency={currency}
            log={log}
            onBuy={buy}
            onClose={onClose}
          />
        ))}
      </ul>
      <h3 className="text-sm font-medium">{t('packs')}</h3>
      <ul className="flex flex-wrap gap-2">
        {packs.map((pack) => {
          const price = priceText(priceShown(pack, currency), locale);
          return (
            <li key={pack.priceId} className="flex-1">
              <Button shape="block" onClick={() => buy(pack)} price={<bdi>{price}</bdi>}>
                {words('box.credits', { count: pack.usageCount })}
              </Button>
            </li>
          );
        })}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="text-xs text-ink-3">{offer.isSandbox ? words('test') : ''}</span>
        <Link href="/pricing" onClick={onClose} className={buttonStyle({ tone: 'quiet', className: 'ms-auto' })}>
          {t('more')}
        </Link>
      </div>
    </div>
  );
}

interface RowProps {
  readonly plan: PlanOffer;
  readonly product: Product | undefined;
  readonly currency: string;
  readonly log: Parameters<typeof stateFor>[1];
  readonly onBuy: (product: Product) => void;
  readonly onClose: () => void;
}

function PlanRow({ plan, product, currency, log, onBuy, onClose }: RowProps) {
  const t = useTranslations('popups.subscription');
  const words = useTranslations('pricing');
  const locale = useLocale();
  if (product === undefined) return null;
  const state = stateFor(product, log);
  const { parallelTasks } = allowedBy(plan.tier);
  const isOpen = state === 'start' || state === 'upgrade';
  const monthly = monthlyOf(product, currency);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-group bg-surface-2 px-3.5 py-2.5">
      <div className="grid min-w-[17ch] flex-1 gap-0.5">
        <span className="text-md font-medium">{plan.name}</span>
        <span className="num text-xs text-ink-2">
          {t('credits', { count: product.usageCount, tasks: parallelTasks })}
        </span>
        {periodOf(product) === 'yearly' ? (
          <span className="num text-xs text-ink-3">
            {words('price.yearly', {
              price: priceText(priceShown(product, currency), locale),
              daily: hundredthsText(dailyPrice(monthly), locale),
            })}
          </span>
        ) : null}
      </div>
      <span className="num text-sm">
        <bdi className="font-strong">{hundredthsText(monthly, locale)}</bdi>{' '}
        <span className="text-ink-3">{words('price.aMonth')}</span>
      </span>
      {isOpen ? (
        <Button
          size="sm"
          tone="invert"
          onClick={() => onBuy(product)}
          aria-label={words(`button.${state}`, { name: plan.name })}
        >
          {t(state)}
        </Button>
      ) : state === 'current' || isBlocked(log) ? (
        <Badge>{words(state === 'current' ? 'button.current' : 'button.blocked')}</Badge>
      ) : (
        <Link
          href="/billing"
          onClick={onClose}
          className={buttonStyle({ size: 'sm' })}
          aria-label={words('button.laterOf', { name: plan.name })}
        >
          {words('button.later')}
        </Link>
      )}
    </li>
  );
}
