'use client';

import { useTranslations } from 'next-intl';
import { TERMS } from '@/features/core/nav-links';
import { Cell, HeadCell, Row, Table } from '@/ui/content/table';
import { LegalPage, LegalSection } from './legal-page';
import { useLegalFacts } from './operator-card';
import { RETENTION } from './retention';

const BEFORE = ['purpose'] as const;
const AFTER = ['cookies', 'statistics', 'others', 'public', 'rights'] as const;
const ROWS = [
  'visitor',
  'account',
  'session',
  'places',
  'addresses',
  'creations',
  'moderation',
  'refusals',
  'ledger',
  'adjustments',
  'deliveries',
  'welcome',
  'device',
  'contact',
  'emails',
  'notices',
  'exports',
  'visits',
] as const;

/**
 * Privacy policy: what is stored, for how long, and who receives it. docs/operations.md says what an operator has to
 * check.
 */
export function PrivacyPage() {
  const t = useTranslations('legal');
  const sections = (keys: readonly ((typeof BEFORE)[number] | (typeof AFTER)[number])[]) =>
    keys.map((key) => (
      <LegalSection key={key} title={t(`privacy.sections.${key}.title`)}>
        {t(`privacy.sections.${key}.text`)}
      </LegalSection>
    ));
  return (
    <LegalPage title={t('privacy.title')} lead={t('privacy.lead')} other={TERMS} otherTitle={t('terms.title')}>
      {sections(BEFORE)}
      <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h2 className="text-lg font-strong tracking-title">{t('privacy.kept.title')}</h2>
        <Table label={t('privacy.kept.title')}>
          <thead>
            <tr>
              <HeadCell>{t('privacy.kept.what')}</HeadCell>
              <HeadCell>{t('privacy.kept.time')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {ROWS.map((row) => (
              <Row key={row} className="align-top">
                <Cell>{t(`privacy.kept.rows.${row}.what`)}</Cell>
                <Cell className="w-2/5 text-ink-2">
                  <Time row={row} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      </section>
      {sections(AFTER)}
    </LegalPage>
  );
}

/** How long the data of a row is kept. */
function Time({ row }: { readonly row: (typeof ROWS)[number] }) {
  const t = useTranslations('legal');
  const { data: facts } = useLegalFacts();
  const days = (count: number): string => t('days', { count });
  switch (row) {
    case 'visitor':
      // Only the server knows the operator's setting.
      if (facts === undefined) return '…';
      return facts.visitorsKeptDays === 0
        ? t('privacy.kept.never')
        : t('privacy.kept.after', { days: days(facts.visitorsKeptDays) });
    case 'session':
      return t('privacy.kept.after', { days: days(RETENTION.session) });
    case 'account':
      return t('privacy.kept.rows.account.time', { days: days(RETENTION.restorable) });
    case 'deliveries':
      return t('privacy.kept.rows.deliveries.time', {
        days: days(RETENTION.deliveries),
        parked: days(RETENTION.parked),
      });
    case 'refusals':
      return t('privacy.kept.rows.refusals.time', {
        days: days(RETENTION.refusals),
        denied: days(RETENTION.refusalsDenied),
        exceptions: days(RETENTION.exceptions),
      });
    case 'contact':
      return t('privacy.kept.rows.contact.time', { days: days(RETENTION.contact) });
    case 'visits':
      return t('privacy.kept.rows.visits.time', { months: t('months', { count: RETENTION.statisticsMonths }) });
    case 'creations':
    case 'ledger':
    case 'adjustments':
    case 'device':
      return t(`privacy.kept.rows.${row}.time`);
    case 'places':
    case 'addresses':
    case 'moderation':
    case 'welcome':
    case 'emails':
    case 'notices':
    case 'exports':
      return days(RETENTION[row]);
  }
}
