'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { entriesIn, type JournalLine, type JournalView } from '@src/billing/journal/journal.shared';
import { Button } from '@/ui/button';
import { Cell, HeadCell, Row, Table } from '@/ui/content/table';
import { useFigures } from '../charts/use-figures';
import { useMoney } from '../revenue/revenue-money';

/** Entries shown at first, and with each press. A year has thousands. */
const STEP = 60;

/** The entries by day, newest first, each with its accounts. */
export function JournalEntries({
  journal: { lines, totals },
  currency,
}: {
  readonly journal: JournalView;
  readonly currency: string;
}) {
  const t = useTranslations('finance.journal');
  const [count, setCount] = useState(STEP);
  const entries = entriesIn(lines).toSorted(([a], [b]) => (b?.day ?? '').localeCompare(a?.day ?? ''));
  const accounts = new Map(totals.map((total) => [total.role, total]));
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-lg font-strong tracking-title">{t('entries.title', { count: entries.length })}</h2>
      {entries.length === 0 ? (
        <p className="text-sm text-ink-2">{t('entries.none')}</p>
      ) : (
        <Table label={t('entries.table')}>
          <thead>
            <tr>
              <HeadCell>{t('account')}</HeadCell>
              <HeadCell figure>{t('totals.debit')}</HeadCell>
              <HeadCell figure>{t('totals.credit')}</HeadCell>
            </tr>
          </thead>
          {entries.slice(0, count).map((entry) => (
            <Entry key={entry[0]?.entryId} entry={entry} accounts={accounts} currency={currency} />
          ))}
        </Table>
      )}
      {entries.length > count ? (
        <Button onClick={() => setCount(count + STEP)} className="justify-self-center">
          {t('entries.more')}
        </Button>
      ) : null}
    </section>
  );
}

interface EntryProps {
  readonly entry: readonly JournalLine[];
  readonly accounts: ReadonlyMap<JournalLine['role'], JournalView['totals'][number]>;
  readonly currency: string;
}

function Entry({ entry, accounts, currency }: EntryProps) {
  const t = useTranslations('finance.journal');
  const { day } = useFigures();
  const { text } = useMoney(currency);
  const [first] = entry;
  if (first === undefined) return null;
  return (
    <tbody>
      <Row total>
        <th
          scope="rowgroup"
          colSpan={3}
          className="border-t border-line px-5 py-2 text-start text-xs font-medium text-ink-2"
        >
          <span className="num">{day(first.day)}</span> · {t(`kinds.${first.kind}`)} · <bdi>{first.gateway}</bdi>
        </th>
      </Row>
      {entry.map(({ role, debit, credit }) => (
        <Row key={role}>
          <th scope="row" className="border-t border-line px-5 py-2 text-start font-normal">
            <span className="num text-ink-3">
              <bdi>{accounts.get(role)?.code}</bdi>
            </span>{' '}
            <bdi>{accounts.get(role)?.name}</bdi>
          </th>
          <Cell figure className="py-2">
            {debit === 0 ? '' : <bdi>{text(debit)}</bdi>}
          </Cell>
          <Cell figure className="py-2">
            {credit === 0 ? '' : <bdi>{text(credit)}</bdi>}
          </Cell>
        </Row>
      ))}
    </tbody>
  );
}
