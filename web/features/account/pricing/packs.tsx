'use client';

import { useLocale, useTranslations } from 'next-intl';
import { hundredFor, hundredthsText, priceShown, priceText } from '@src/billing/plans/price.shared';
import type { Product } from '@src/billing/plans/product.shared';
import { Card } from '@/ui/content/card';

/** One-off packs: amount, price, and price per hundred. */
export function Packs({
  kind,
  products,
  currency,
  isShut,
  onBuy,
}: {
  readonly kind: 'packs' | 'api';
  readonly products: readonly Product[];
  readonly currency: string;
  readonly isShut: boolean;
  readonly onBuy: (product: Product) => void;
}) {
  const t = useTranslations('pricing');
  const locale = useLocale();
  if (products.length === 0) return null;
  return (
    <Card className="grid content-start gap-4">
      <div className="grid gap-1">
        <h3 className="text-lg leading-snug font-strong tracking-title">{t(`${kind}.title`)}</h3>
        <p className="text-sm text-ink-3">{t(`${kind}.text`)}</p>
      </div>
      <ul className="flex flex-wrap gap-2">
        {products.map((product) => {
          const price = priceShown(product, currency);
          const shown = priceText(price, locale);
          return (
            <li key={product.priceId} className="min-w-[132px] flex-1">
              <button
                type="button"
                disabled={isShut}
                onClick={() => onBuy(product)}
                className="num grid w-full gap-1 rounded-group bg-surface-2 px-3.5 py-2.5 text-start text-sm transition-colors quick not-disabled:hover:bg-surface-3 disabled:cursor-not-allowed disabled:text-ink-3"
              >
                <span className="flex flex-wrap items-baseline justify-between gap-x-2">
                  <span className="font-medium">
                    {t(kind === 'api' ? 'api.count' : 'box.credits', { count: product.usageCount })}
                  </span>
                  <bdi>{shown}</bdi>
                </span>
                {kind === 'api' ? null : (
                  <span className="text-xs text-ink-3">
                    {t('packs.hundred', { price: hundredthsText(hundredFor(price, product.usageCount), locale) })}
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
