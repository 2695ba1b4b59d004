'use client';

import { useLocale, useTranslations } from 'next-intl';
import { discounted, hundredthsText, monthlyPrice, priceShown } from '@src/billing/plans/price.shared';
import { monthsOf, periodOf } from '@src/billing/plans/product.shared';
import { currencyFirst } from '@/features/account/pricing/plans/use-price-selection';
import { subscribeClickEvent } from '@/features/account/pricing/checkout/purchase-events';
import { track } from '@/lib/analytics/track';
import { useOffer } from '@/lib/data/billing';
import { useSubLog } from '@/lib/data/shop';
import { Button } from '@/ui/button';
import { Skeleton } from '@/ui/content/skeleton';
import { Popup } from '../popup';
import type { PopupFrame } from '../frame';

/** Offers a discount code for the first plan, with the reduced prices and a link to checkout. */
export default function DiscountPromotion({ onClose, swap }: PopupFrame) {
  const t = useTranslations('popups.discountPromotion');
  const words = useTranslations('pricing');
  const locale = useLocale();
  const offer = useOffer().data;
  const { log } = useSubLog();
  const promotion = offer?.promotion ?? null;
  if (offer === undefined || promotion === null)
    return (
      <Popup title={words('loading')} onClose={onClose}>
        <Skeleton className="h-40" />
      </Popup>
    );
  const currency = currencyFirst(offer, log);
  const products = offer.products.filter(
    (product) => promotion.priceIds.includes(product.priceId) && periodOf(product) === 'yearly',
  );
  return (
    <Popup
      title={t('title', { percent: promotion.percent })}
      description={t('text', { percent: promotion.percent })}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <ul className="grid gap-2">
          {products.map((product) => {
            const price = priceShown(product, currency);
            const [was, now] = [price, discounted(price, promotion.percent)].map((each) =>
              hundredthsText(monthlyPrice(each, monthsOf(product)), locale),
            );
            const choose = (): void => {
              track(subscribeClickEvent(product, currency));
              swap('paymentConfirm', { priceId: product.priceId, currency, coupon: promotion.code.toUpperCase() });
            };
            return (
              <li key={product.priceId}>
                <button
                  type="button"
                  onClick={choose}
                  className="flex min-h-12 w-full flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-group bg-surface-2 px-3.5 py-2 text-start transition-colors quick hover:bg-surface-3"
                >
                  <span className="text-md font-medium">{product.productName}</span>
                  <span className="num flex items-baseline gap-2 text-sm">
                    <s className="text-ink-3">
                      <span className="sr-only">{t('was', { price: was ?? '' })} </span>
                      <bdi aria-hidden>{was}</bdi>
                    </s>
                    <bdi className="font-strong">{now}</bdi>
                    <span className="text-ink-3">{words('price.aMonth')}</span>
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
        <Button onClick={onClose}>{t('later')}</Button>
      </div>
    </Popup>
  );
}
