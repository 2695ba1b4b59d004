'use client';

import { useTranslations } from 'next-intl';
import { APP_NAMES, USAGE_TYPES } from '@src/credits/credits.shared';
import { Select } from '@/ui/form/select';
import type { StatementView } from './filter';
import { useAccounts } from './use-statement';

/** Chooses which of the user's accounts to show. Renders nothing for a single one. */
export function AccountChoice({
  shows,
  onShow,
}: {
  readonly shows: StatementView;
  readonly onShow: (change: Partial<StatementView>) => void;
}) {
  const t = useTranslations('credits');
  const own = useAccounts();
  const all = APP_NAMES.flatMap((appName) =>
    USAGE_TYPES.map((usageType) => ({ appName, usageType, value: `${appName} ${usageType}` })),
  );
  const chosen = `${shows.appName} ${shows.usageType}`;
  const choices = all.filter(
    ({ appName, usageType, value }) =>
      value === chosen ||
      value === 'kinora credits' ||
      own.some((account) => account.appName === appName && account.usageType === usageType),
  );
  if (choices.length < 2) return null;
  return (
    <div className="w-full max-w-72">
      <Select
        label={t('account')}
        value={chosen}
        choices={choices.map(({ appName, usageType, value }) => ({
          value,
          label:
            appName === 'kinora'
              ? t(`usageTypes.${usageType}`)
              : t('ofApp', { usage: t(`usageTypes.${usageType}`), app: t(`apps.${appName}`) }),
        }))}
        onChange={(value) => {
          const account = all.find((one) => one.value === value);
          if (account !== undefined) onShow({ appName: account.appName, usageType: account.usageType });
        }}
      />
    </div>
  );
}
