'use client';

import { FlaskConical } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import type { SubLog } from '@src/billing/plans/plan.shared';
import type { Product } from '@src/billing/plans/product.shared';
import type { Offer } from '@src/billing/shop/shop.shared';
import { REWARDS } from '@src/rewards/rewards.shared';
import { Link } from '@/i18n/navigation';
import { useCatalogue } from '@/lib/data/account';
import { useOffer } from '@/lib/data/billing';
import { useSubLog } from '@/lib/data/shop';
import { DataProvider } from '@/lib/trpc/data-provider';
import { Button, buttonStyle } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { EmptyState, ErrorState, Notice } from '@/ui/content/states';
import { AllowedList } from './plans/allowed';
import { CreditsBox } from './plans/credits-box';
import { CurrencyChoice } from './plans/currency-choice';
import { isBlocked } from './checkout/change-obstacle';
import { creditUsesOf, type CreditUse } from './plans/credit-uses';
import { OfferSkeleton } from './offer-skeleton';
import { Packs } from './packs';
import { PeriodSwitch } from './plans/period-switch';
import { PlanCard } from './plans/plan-card';
import { maxYearlySaving, packsOf, plansOf, productFor, stateFor, suggestedOf, type PlanOffer } from './plans/plans';
import { PlanStatusNote } from './plans/plan-status-note';
import { CompareTable, MakesTable } from './plans/tables';
import { useBuy } from './checkout/use-buy';
import { usePriceSelection } from './plans/use-price-selection';
import { openPlatforms } from './checkout/open-platforms';

/** The parts of the page that need the server: products, the user's plan, and examples of what credits make. */
export default function OfferView() {
  return (
    <DataProvider>
      <RequestedOffer />
    </DataProvider>
  );
}

function RequestedOffer() {
  const t = useTranslations('pricing');
  const offer = useOffer();
  if (offer.isPending) return <OfferSkeleton />;
  if (offer.data === undefined) {
    return (
      <ErrorState
        title={t('failed.title')}
        actions={
          <Button busy={offer.isFetching} onClick={() => void offer.refetch()}>
            {t('failed.retry')}
          </Button>
        }
      >
        {t('failed.text')}
      </ErrorState>
    );
  }
  return <Shop offer={offer.data} />;
}

/** Whether nobody can buy anything here. */
const isShut = ({ isRefused, platforms }: Pick<Offer, 'isRefused' | 'platforms'>): boolean =>
  isRefused || openPlatforms(platforms).length === 0;

/** The reason why nobody can buy here, if any. */
function Hindrance({ offer }: { readonly offer: Offer }) {
  const t = useTranslations('pricing');
  if (offer.isRefused)
    return (
      <Notice tone="warning">
        <p className="font-medium">{t('refused.title')}</p>
        <p className="text-ink-2">{t('refused.text')}</p>
      </Notice>
    );
  if (openPlatforms(offer.platforms).length === 0)
    return (
      <Notice tone="warning">
        <p className="font-medium">{t('none.title')}</p>
        <p className="text-ink-2">{t('none.text')}</p>
      </Notice>
    );
  return offer.isSandbox ? <Notice icon={FlaskConical}>{t('test')}</Notice> : null;
}

function Shop({ offer }: { readonly offer: Offer }) {
  const t = useTranslations('pricing');
  const plan = useSubLog();
  const { data: catalogue } = useCatalogue();
  const { period, setPeriod, currency, setCurrency } = usePriceSelection(offer, plan.log);
  const buy = useBuy(plan.isMember, currency);
  const plans = plansOf(offer.products);
  const free: PlanOffer = { tier: 'free', name: t('plans.freeName'), products: {} };
  const makes = creditUsesOf(catalogue?.models ?? []);
  useEffect(() => {
    // The anchor in the address was not rendered yet when the page was opened.
    if (window.location.hash === '#packs') document.getElementById('packs')?.scrollIntoView();
  }, []);
  if (plans.length === 0)
    return (
      <EmptyState
        title={t('none.title')}
        actions={
          <Link href="/image" className={buttonStyle({ tone: 'accent' })}>
            {t('none.way')}
          </Link>
        }
      >
        {t('none.text')}
      </EmptyState>
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-11">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <PeriodSwitch value={period} percent={maxYearlySaving(plans, currency)} onChange={setPeriod} />
          {offer.currencies.length > 1 && (
            <div className="w-56 max-md:w-full">
              <CurrencyChoice value={currency} currencies={offer.currencies} onChange={setCurrency} />
            </div>
          )}
        </div>
        <Hindrance offer={offer} />
        {plan.isError ? (
          <Notice
            tone="danger"
            live
            action={
              <Button size="sm" onClick={() => void plan.refetch()}>
                {t('failed.retry')}
              </Button>
            }
          >
            {t('standing.unknown')}
          </Notice>
        ) : (
          <PlanStatusNote log={plan.log} />
        )}
        <Plans
          offer={offer}
          plans={plans}
          log={plan.log}
          isKnown={plan.isKnown && !plan.isError}
          period={period}
          currency={currency}
          makes={makes}
          onBuy={buy}
        />
        <div className="grid gap-4 lg:grid-cols-2">
          <FreePlan name={free.name} makes={makes} />
          <div id="packs" className="grid scroll-mt-20 content-start gap-4">
            <Packs
              kind="packs"
              products={packsOf(offer.products, 'credits')}
              currency={currency}
              isShut={isShut(offer)}
              onBuy={buy}
            />
            <Packs
              kind="api"
              products={packsOf(offer.products, 'api_credits')}
              currency={currency}
              isShut={isShut(offer)}
              onBuy={buy}
            />
          </div>
        </div>
      </div>
      {makes.length === 0 ? null : <MakesTable plans={plans} makes={makes} />}
      <CompareTable plans={[free, ...plans]} />
    </div>
  );
}

interface PlansProps {
  readonly offer: Offer;
  readonly plans: readonly PlanOffer[];
  readonly log: SubLog | undefined;
  readonly isKnown: boolean;
  readonly period: 'monthly' | 'yearly';
  readonly currency: string;
  readonly makes: readonly CreditUse[];
  readonly onBuy: (product: Product) => void;
}

function Plans({ offer, plans, log, isKnown, period, currency, makes, onBuy }: PlansProps) {
  const t = useTranslations('pricing');
  const isClosed = isShut(offer);
  const cards = plans.flatMap((plan) => {
    const product = productFor(plan, period);
    return product === undefined
      ? []
      : [
          {
            plan,
            product,
            tier: plan.tier,
            state: isClosed && stateFor(product, log) !== 'current' ? ('disabled' as const) : stateFor(product, log),
          },
        ];
  });
  const suggested = suggestedOf(cards);
  return (
    <section>
      <h2 className="sr-only">{t('plans.title')}</h2>
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-4">
        {cards.map(({ plan, product, state, tier }) => (
          <PlanCard
            key={plan.name}
            plan={plan}
            product={product}
            currency={currency}
            state={isKnown ? state : undefined}
            isSuggested={suggested === tier}
            isBlocked={isClosed || isBlocked(log)}
            makes={makes}
            onBuy={onBuy}
          />
        ))}
      </ul>
    </section>
  );
}

/** The free plan. */
function FreePlan({ name, makes }: { readonly name: string; readonly makes: readonly CreditUse[] }) {
  const t = useTranslations('pricing');
  return (
    <Card className="grid content-start gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="grid gap-1">
          <h3 className="text-lg leading-snug font-strong tracking-title">{name}</h3>
          <p className="text-sm text-ink-3">
            {t('plans.free')} · {t('price.free')}
          </p>
        </div>
        <Link href="/image" className={buttonStyle()}>
          {t('button.free')}
        </Link>
      </div>
      <CreditsBox credits={REWARDS.signup} when="toBegin" makes={makes} />
      <AllowedList tier="free" />
    </Card>
  );
}
