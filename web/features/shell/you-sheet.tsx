'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useVisitor } from '@/lib/session/store';
import { Sheet } from '@/ui/dialog';
import { Segmented } from '@/ui/segmented';
import { Select } from '@/ui/select';
import { useLanguageChoice } from './language-choices';
import type { LazyPartProps } from './lazy';
import { useThemeChoice } from './theme-choices';

/** What the top bar holds on wide screens: who you are, theme and language. */
export default function YouSheet({ trigger }: LazyPartProps) {
  const t = useTranslations('common');
  const [open, setOpen] = useState(true);
  const visitor = useVisitor();
  const theme = useThemeChoice();
  const language = useLanguageChoice();
  return (
    <>
      {trigger(() => setOpen(true))}
      <Sheet open={open} onOpenChange={setOpen} title={t('you')} closeLabel={t('close')}>
        <p className="text-sm text-ink-2">{visitor.status === 'ready' && visitor.user.email !== undefined ? <bdi>{visitor.user.email}</bdi> : t('account.visitor')}</p>
        <div className="grid gap-2">
          <span className="text-sm font-medium">{theme.label}</span>
          <Segmented label={theme.label} value={theme.value} choices={theme.choices} onChange={theme.choose} fill />
        </div>
        <div className="grid gap-2">
          <span className="text-sm font-medium">{t('language.label')}</span>
          <Select label={t('language.label')} value={language.value} choices={language.choices} onChange={language.choose} />
          {language.choices.length > 1 ? null : <p className="text-xs text-ink-3">{t('language.onlyOne')}</p>}
        </div>
      </Sheet>
    </>
  );
}
