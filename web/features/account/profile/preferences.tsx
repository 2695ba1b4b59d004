'use client';

import { useTranslations } from 'next-intl';
import { useLanguageChoice } from '@/features/core/language-choices';
import { useThemeChoice } from '@/features/core/theme-choices';
import { Card } from '@/ui/content/card';
import { Segmented } from '@/ui/form/segmented';
import { Select } from '@/ui/form/select';

/** Language and theme settings, also in the account settings. */
export function Preferences() {
  const t = useTranslations('common');
  const words = useTranslations('account.page');
  const theme = useThemeChoice();
  const language = useLanguageChoice();
  return (
    <Card className="grid gap-4">
      <h2 className="text-lg font-strong tracking-title">{words('preferences')}</h2>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <div className="grid gap-2">
          <span className="text-sm font-medium">{t('language.label')}</span>
          <Select
            label={t('language.label')}
            value={language.value}
            choices={language.choices}
            onChange={language.choose}
          />
        </div>
        <div className="grid gap-2">
          <span className="text-sm font-medium">{theme.label}</span>
          <Segmented label={theme.label} value={theme.value} choices={theme.choices} onChange={theme.choose} fill />
        </div>
      </div>
    </Card>
  );
}
