'use client';

import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { OfferSkeleton } from './offer-skeleton';
import { Questions } from './plans/questions';

const OfferView = dynamic(() => import('./offer-view'), { ssr: false, loading: OfferSkeleton });
const OrderReturn = dynamic(() => import('./checkout/order-return'), { ssr: false });

/** Plans, packs and questions before a purchase. */
export function PricingPage() {
  const t = useTranslations('pricing');
  return (
    <div className="mx-auto grid w-full max-w-[1224px] grid-cols-[minmax(0,1fr)] gap-11 ps-2 pe-6 pt-6 pb-12 max-md:px-3 max-md:pb-24">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <OrderReturn />
        <div className="grid gap-2.5">
          <h1 className="text-4xl leading-display font-strong tracking-display max-md:text-3xl">{t('heading')}</h1>
          <p className="max-w-[54ch] text-lede text-ink-2">{t('lead')}</p>
        </div>
        <OfferView />
      </div>
      <Questions />
    </div>
  );
}
