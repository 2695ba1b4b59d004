'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { RollForward } from '@src/credits/books/finance.shared';
import { Link } from '@/i18n/navigation';
import { cx } from '@/ui/cx';
import { Cell, HeadCell, Row, Table } from '@/ui/content/table';
import { useFigures } from '../charts/use-figures';
import { movementsHref, type Counted } from './movements-href';

/** A row with opening balance, movements and closing balance. */
export interface MovementRow extends Pick<RollForward['days'][number], 'opening' | 'moved' | 'closing'> {
  readonly key: string;
  readonly name: ReactNode;
  /** What the movements count, so that each leads to its lines. */
  readonly counted: Counted;
}

const IN = ['granted', 'adjusted'] as const;
const OUT = ['spent', 'expired', 'revoked'] as const;

/** Table whose rows add up from left to right: opening plus credits less debits is closing. */
export function MovementTable({
  label,
  head,
  lines,
  total,
}: {
  readonly label: string;
  readonly head: string;
  readonly lines: readonly MovementRow[];
  readonly total: MovementRow | undefined;
}) {
  const t = useTranslations('finance.columns');
  return (
    <Table label={label}>
      <thead>
        <tr>
          <HeadCell className="sticky start-0 bg-surface-1">{head}</HeadCell>
          {(['opening', ...IN, ...OUT, 'closing', 'held'] as const).map((column) => (
            <HeadCell key={column} figure className="px-4">
              {t(column)}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Line key={line.key} line={line} />
        ))}
        {total === undefined ? null : <Line line={total} isTotal />}
      </tbody>
    </Table>
  );
}

function Line({
  line: { name, opening, moved, closing, counted },
  isTotal = false,
}: {
  readonly line: MovementRow;
  readonly isTotal?: boolean;
}) {
  const { number, signed } = useFigures();
  return (
    <Row total={isTotal}>
      <th
        scope="row"
        className={cx(
          'sticky start-0 border-t border-line px-5 py-2.5 text-start font-medium whitespace-nowrap',
          isTotal ? 'bg-surface-2' : 'bg-surface-1',
        )}
      >
        {name}
      </th>
      <Figure amount={opening.available + opening.held} say={number} />
      {IN.map((column) => (
        <Figure key={column} amount={moved[column]} say={signed} href={movementsHref(column, counted)} />
      ))}
      {OUT.map((column) => (
        <Figure key={column} amount={-moved[column]} say={signed} href={movementsHref(column, counted)} />
      ))}
      <Figure amount={closing.available + closing.held} say={number} />
      <Figure amount={closing.held} say={number} />
    </Row>
  );
}

/** A figure in its column. Zero is shown in a quieter colour and has no lines to lead to. */
function Figure({
  amount,
  say,
  href,
}: {
  readonly amount: number;
  readonly say: (amount: number) => string;
  readonly href?: string;
}) {
  const figure = <bdi>{say(amount)}</bdi>;
  return (
    <Cell figure className={cx('px-4 py-2.5', amount === 0 && 'text-ink-3')}>
      {href === undefined || amount === 0 ? (
        figure
      ) : (
        <Link
          href={href}
          prefetch={false}
          className="underline decoration-line-control underline-offset-4 hover:decoration-current"
        >
          {figure}
        </Link>
      )}
    </Cell>
  );
}
