'use client';

import { useTranslations } from 'next-intl';
import type { GatewayBalance } from '@src/billing/settlement/tie-out.shared';
import { cx } from '@/ui/cx';
import { Cell, HeadCell, Row, Table } from '@/ui/content/table';
import { useMoney } from '../revenue/revenue-money';

const COLUMNS = [
  'opening',
  'payments',
  'refunds',
  'disputes',
  'other',
  'fees',
  'paidOut',
  'closing',
] as const satisfies readonly (keyof GatewayBalance)[];

/** The balances at the gateways over the selected days. */
export function Balances({ balances }: { readonly balances: readonly GatewayBalance[] }) {
  const t = useTranslations('finance.tieOut.balances');
  if (balances.length === 0) return null;
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-lg font-strong tracking-title">{t('title')}</h2>
      <p className="max-w-[72ch] text-sm text-ink-2">{t('lead')}</p>
      <Table label={t('title')}>
        <thead>
          <tr>
            <HeadCell className="sticky start-0 bg-surface-1">{t('balance')}</HeadCell>
            {COLUMNS.map((column) => (
              <HeadCell key={column} figure className="px-4">
                {t(`columns.${column}`)}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {balances.map((balance) => (
            <BalanceRow key={`${balance.gateway} ${balance.currency}`} balance={balance} />
          ))}
        </tbody>
      </Table>
    </section>
  );
}

function BalanceRow({ balance }: { readonly balance: GatewayBalance }) {
  const { text } = useMoney(balance.currency);
  return (
    <Row>
      <th
        scope="row"
        className="sticky start-0 border-t border-line bg-surface-1 px-5 py-2.5 text-start font-medium whitespace-nowrap"
      >
        <bdi>{balance.gateway}</bdi> <bdi>{balance.currency.toUpperCase()}</bdi>
      </th>
      {COLUMNS.map((column) => (
        <Cell
          key={column}
          figure
          className={cx('px-4 py-2.5 whitespace-nowrap', balance[column] === 0 && 'text-ink-3')}
        >
          <bdi>{text(balance[column])}</bdi>
        </Cell>
      ))}
    </Row>
  );
}
