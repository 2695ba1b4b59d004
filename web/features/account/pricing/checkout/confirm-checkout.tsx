'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { defined } from '@src/kernel/defined.shared';
import { discounted, priceShown, priceText } from '@src/billing/plans/price.shared';
import { periodOf, type Product } from '@src/billing/plans/product.shared';
import type { Offer } from '@src/billing/shop/shop.shared';
import type { Money } from '@src/kernel/money.shared';
import { TERMS } from '@/features/core/nav-links';
import { Link } from '@/i18n/navigation';
import type { Failure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/content/states';
import { AmountLine, Amounts } from './amounts';
import { CouponField } from './coupon-field';
import { openPlatforms } from './open-platforms';
import { codeFor } from '../plans/plans';
import { newPrice, useCheckout } from './use-checkout';
import { PaymentMethods } from './payment-methods';

interface ConfirmProps {
  readonly product: Product;
  readonly offer: Offer;
  readonly currency: string;
  readonly coupon: string | undefined;
}

const COUPON_REFUSALS: readonly string[] = ['COUPON_UNKNOWN', 'COUPON_USED'];
const isOfCoupon = (failure: Failure | undefined): failure is Extract<Failure, { kind: 'product' }> =>
  failure?.kind === 'product' && COUPON_REFUSALS.includes(failure.identifier);

/** The renewal terms as text. */
function useRenewal(product: Product, price: string): string {
  const t = useTranslations('popups.paymentConfirm');
  switch (periodOf(product)) {
    case 'yearly':
      return t('renewsYearly', { price });
    case 'monthly':
      return t('renewsMonthly', { price });
    case 'forever':
      return t('noRenewal');
  }
}

/** The order: product, price, renewal terms, and the link to the payment page. */
export function ConfirmCheckout({ product, offer, currency, coupon }: ConfirmProps) {
  const t = useTranslations('popups.paymentConfirm');
  const locale = useLocale();
  const { ofFailure } = useErrorWords();
  const checkout = useCheckout();
  const [changedTo, setChangedTo] = useState<Money>();
  const [failure, setFailure] = useState<Failure>();
  const platforms = openPlatforms(offer.platforms);
  const [platformName, setPlatformName] = useState(platforms[0]?.platformName ?? 'card');
  const whole = priceShown(product, currency);
  const promotion = codeFor(offer.promotion, product.priceId);
  // An offered coupon is applied from the start; it can be removed and applied again.
  const [code, setCode] = useState(coupon ?? promotion?.code.toUpperCase());
  const taken = promotion !== undefined && promotion.code.toUpperCase() === code ? promotion : undefined;
  const due = changedTo ?? (taken === undefined ? whole : discounted(whole, taken.percent));
  const dueText = priceText(due, locale);
  const period = periodOf(product);
  const renewal = useRenewal(product, dueText);
  const apply = (next: string | undefined): void => {
    setCode(next);
    setChangedTo(undefined);
    setFailure(undefined);
  };
  const pay = async (): Promise<void> => {
    setFailure(undefined);
    const refused = await checkout.go({ product, price: due, platformName, ...defined({ coupon: code }) });
    const now = refused === undefined ? undefined : newPrice(refused);
    if (now !== undefined) setChangedTo(now);
    setFailure(refused);
  };
  return (
    <div className="grid gap-4">
      <Amounts>
        <AmountLine
          label={product.productName}
          note={period === 'forever' ? t('once') : `${t(period)} · ${t('creditsMonth', { count: product.usageCount })}`}
        >
          {priceText(changedTo === undefined ? whole : due, locale)}
        </AmountLine>
        {taken === undefined || changedTo !== undefined ? null : (
          <AmountLine label={t('promotion', { code: taken.code, percent: taken.percent })}>
            {priceText({ ...due, minor: due.minor - whole.minor }, locale)}
          </AmountLine>
        )}
        <AmountLine label={t('due')} total>
          {dueText}
        </AmountLine>
      </Amounts>
      <p className="text-sm text-ink-2">
        {renewal} {t('tax')}
      </p>
      {promotion === undefined || taken !== undefined ? null : (
        <Notice
          tone="success"
          action={
            <Button size="sm" onClick={() => apply(promotion.code.toUpperCase())}>
              {t('apply')}
            </Button>
          }
        >
          {t('promotion', { code: promotion.code, percent: promotion.percent })}
        </Notice>
      )}
      <CouponField
        key={taken?.code ?? ''}
        code={code}
        isKnown={taken !== undefined}
        error={isOfCoupon(failure) ? ofFailure(failure) : undefined}
        onApply={apply}
      />
      <PaymentMethods
        product={product}
        platforms={platforms}
        country={offer.country}
        value={platformName}
        onChange={setPlatformName}
      />
      {failure === undefined || isOfCoupon(failure) ? null : (
        <Notice tone={newPrice(failure) === undefined ? 'danger' : 'warning'} live>
          {newPrice(failure) === undefined ? ofFailure(failure) : t('changed', { price: dueText })}
        </Notice>
      )}
      <Button
        tone="accent"
        size="lg"
        shape="block"
        busy={checkout.busy}
        price={<bdi>{dueText}</bdi>}
        onClick={() => void pay()}
      >
        {t('pay')}
      </Button>
      <p className="text-xs text-ink-3">
        {offer.isSandbox ? `${t('test')} ` : ''}
        {t('where')}{' '}
        {t.rich('terms', {
          terms: (text) => (
            <Link href={TERMS.href} className="underline underline-offset-2">
              {text}
            </Link>
          ),
        })}
      </p>
    </div>
  );
}
