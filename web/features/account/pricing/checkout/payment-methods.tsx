'use client';

import { useTranslations } from 'next-intl';
import type { PaymentPlatform, PlatformName } from '@src/billing/plans/plan.shared';
import type { CountryPricing } from '@src/billing/plans/price.shared';
import type { Product } from '@src/billing/plans/product.shared';
import { Segmented } from '@/ui/form/segmented';
import { localMethodNames } from './methods';

/** Payment method: a text if there is one, a choice if there are more. */
export function PaymentMethods({
  product,
  platforms,
  country,
  value,
  onChange,
}: {
  readonly product: Product;
  readonly platforms: readonly PaymentPlatform[];
  readonly country: CountryPricing;
  readonly value: PlatformName;
  readonly onChange: (name: PlatformName) => void;
}) {
  const t = useTranslations('popups.paymentConfirm');
  const nameOf = (platform: PlatformName): string => {
    const methods = localMethodNames(product, country, platform);
    const name = t(`platforms.${platform}`);
    return methods.length === 0 ? name : t('with', { platform: name, methods: methods.join(', ') });
  };
  const [only, ...others] = platforms;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
      <span className="text-ink-2">{t('way')}</span>
      {only !== undefined && others.length === 0 ? (
        <span>{nameOf(only.platformName)}</span>
      ) : (
        <Segmented
          label={t('way')}
          value={value}
          choices={platforms.map(({ platformName }) => ({ value: platformName, label: nameOf(platformName) }))}
          onChange={onChange}
        />
      )}
    </div>
  );
}
