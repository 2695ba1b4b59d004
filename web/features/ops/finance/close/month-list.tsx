'use client';

import { useTranslations } from 'next-intl';
import type { CloseMonth, ClosingView } from '@src/billing/close/close.shared';
import { Badge } from '@/ui/content/badge';
import { Cell, HeadCell, Row, Table } from '@/ui/content/table';
import { useFigures } from '../charts/use-figures';

export interface MonthRow extends Pick<CloseMonth, 'month' | 'state' | 'waiting'> {
  readonly last: ClosingView | null;
}

const TONES = { running: 'plain', open: 'warning', closed: 'success' } as const satisfies Readonly<
  Record<CloseMonth['state'], string>
>;

/** Every month with its state and who signed it, newest first. */
export function MonthList({
  months,
  chosen,
  onChoose,
}: {
  readonly months: readonly MonthRow[];
  readonly chosen: string | undefined;
  readonly onChoose: (month: string) => void;
}) {
  const t = useTranslations('finance.close');
  const { month: nameOf, moment } = useFigures();
  return (
    <Table label={t('months')}>
      <thead>
        <tr>
          {(['month', 'state', 'by', 'at'] as const).map((column) => (
            <HeadCell key={column}>{t(`columns.${column}`)}</HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, state, last, waiting }) => (
          <Row key={month} aria-current={month === chosen} className={month === chosen ? 'bg-surface-2' : ''}>
            <th scope="row" className="border-t border-line px-5 py-2.5 text-start font-medium whitespace-nowrap">
              <button type="button" className="num underline underline-offset-4" onClick={() => onChoose(month)}>
                {nameOf(month)}
              </button>
            </th>
            <Cell className="py-2.5">
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <Badge tone={TONES[state]}>{t(`states.${state}`)}</Badge>
                {waiting === null ? null : <Badge tone="warning">{t(`waiting.${waiting.step}.short`)}</Badge>}
                {last?.reopened == null ? null : (
                  <span className="text-xs whitespace-nowrap text-ink-3">{t('wasReopened')}</span>
                )}
              </span>
            </Cell>
            <Cell className="py-2.5 text-ink-2">
              {last === null ? null : <bdi>{last.actor.name ?? last.actor.id}</bdi>}
            </Cell>
            <Cell className="num py-2.5 whitespace-nowrap text-ink-2">{last === null ? null : moment(last.at)}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
