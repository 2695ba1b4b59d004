'use client';

import { useTranslations } from 'next-intl';
import { PRIVACY } from '@/features/core/nav-links';
import { LegalPage, LegalSection } from './legal-page';
import { RETENTION } from './retention';

const SECTIONS = ['service', 'account', 'credits', 'plans', 'creations', 'rules', 'end', 'law'] as const;

/** Terms of use. docs/operations.md says what an operator has to check. */
export function TermsPage() {
  const t = useTranslations('legal');
  return (
    <LegalPage title={t('terms.title')} lead={t('terms.lead')} other={PRIVACY} otherTitle={t('privacy.title')}>
      {SECTIONS.map((section) => (
        <LegalSection key={section} title={t(`terms.sections.${section}.title`)}>
          {t(`terms.sections.${section}.text`, { days: t('days', { count: RETENTION.restorable }) })}
        </LegalSection>
      ))}
    </LegalPage>
  );
}
