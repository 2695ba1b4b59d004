import { useTranslations } from 'next-intl';
import type { JournalView } from '@src/billing/journal/journal.shared';
import { cx } from '@/ui/cx';
import { Cell, HeadCell, Row, Table } from '@/ui/content/table';
import { useMoney } from '../revenue/revenue-money';

const COLUMNS = ['opening', 'debit', 'credit', 'closing'] as const;

/** Totals by account. Balances are positive when debits prevail. */
export function JournalTotals({
  totals,
  currency,
}: {
  readonly totals: JournalView['totals'];
  readonly currency: string;
}) {
  const t = useTranslations('finance.journal');
  const all = useTranslations('finance.columns');
  const { text } = useMoney(currency);
  const sumOf = (column: (typeof COLUMNS)[number]): number => totals.reduce((sum, total) => sum + total[column], 0);
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-lg font-strong tracking-title">{t('totals.title')}</h2>
      <p className="max-w-[72ch] text-sm text-ink-2">{t('totals.text')}</p>
      <Table label={t('totals.title')}>
        <thead>
          <tr>
            <HeadCell className="sticky start-0 bg-surface-1">{t('account')}</HeadCell>
            <HeadCell>{t('use')}</HeadCell>
            {COLUMNS.map((column) => (
              <HeadCell key={column} figure>
                {t(`totals.${column}`)}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {totals.map((total) => (
            <Row key={total.role}>
              <th
                scope="row"
                className="sticky start-0 border-t border-line bg-surface-1 px-5 py-2.5 text-start font-medium sm:whitespace-nowrap"
              >
                <span className="num text-ink-3">
                  <bdi>{total.code}</bdi>
                </span>{' '}
                <bdi>{total.name}</bdi>
              </th>
              <Cell className="py-2.5 whitespace-nowrap text-ink-2">{t(`roles.${total.role}`)}</Cell>
              {COLUMNS.map((column) => (
                <Cell key={column} figure className={cx('py-2.5', total[column] === 0 && 'text-ink-3')}>
                  <bdi>{text(total[column])}</bdi>
                </Cell>
              ))}
            </Row>
          ))}
          <Row total>
            <th
              scope="row"
              className="sticky start-0 border-t border-line bg-surface-2 px-5 py-2.5 text-start font-medium"
            >
              {all('all')}
            </th>
            <Cell className="py-2.5" />
            {COLUMNS.map((column) => (
              <Cell key={column} figure className="py-2.5">
                <bdi>{text(sumOf(column))}</bdi>
              </Cell>
            ))}
          </Row>
        </tbody>
      </Table>
    </section>
  );
}
