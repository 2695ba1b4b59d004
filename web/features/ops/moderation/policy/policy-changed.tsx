'use client';

import { useFormatter, useTranslations } from 'next-intl';
import { Notice } from '@/ui/content/states';
import type { PolicyNews } from './edit';
import { useRuleName } from './rule-name';

/** Says what another administrator changed while there were unsaved changes. */
export function PolicyChanged({ news: { number, reason, rules, added, removed } }: { readonly news: PolicyNews }) {
  const t = useTranslations('policy.changed');
  const format = useFormatter();
  const nameOf = useRuleName();
  return (
    <Notice tone="warning" live>
      <span className="grid gap-1">
        <span className="font-medium">{t('title', { number })}</span>
        {reason === undefined ? null : (
          <span dir="auto" className="wrap-anywhere">
            {reason}
          </span>
        )}
        {rules.length === 0 ? null : <span>{t('rules', { rules: format.list(rules.map(nameOf)) })}</span>}
        {added + removed === 0 ? null : <span>{t('words', { added, removed })}</span>}
        <span>{t('kept')}</span>
      </span>
    </Notice>
  );
}
