'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { CloseMonth } from '@src/billing/close/close.shared';
import { FIGURES, isChanged, type ComparedFigure, type FigureName } from '@src/billing/close/figures.shared';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { cx } from '@/ui/cx';
import { Cell, HeadCell, Row, Table } from '@/ui/content/table';
import { useFigures } from '../charts/use-figures';
import { useMoney } from '../revenue/revenue-money';
import { useFigureText } from './figure-text';

/** Numbers of payments and the like, in contrast to amounts. */
const COUNTS: ReadonlySet<FigureName> = new Set(['payments', 'refunds', 'disputes']);
const CURRENCY = /^[a-z]{3}$/;

/** Tables by group and unit, because neither usage types nor currencies are added. */
function groupsOf(figures: readonly ComparedFigure[]): readonly (readonly [string, readonly ComparedFigure[]])[] {
  const groups = new Map<string, ComparedFigure[]>();
  for (const one of figures)
    groups.set(`${one.group} ${one.unit}`, [...(groups.get(`${one.group} ${one.unit}`) ?? []), one]);
  const rank = ({ name, of }: ComparedFigure): string =>
    `${of === null ? 0 : 1} ${of ?? ''} ${String(FIGURES.indexOf(name)).padStart(3, '0')}`;
  return [...groups].map(([key, rows]) => [key, rows.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))] as const);
}

/** Figures of a month as they are now; for a closed month, next to those that were signed. */
export function CloseFigures({ shown: { figures, state } }: { readonly shown: CloseMonth }) {
  const t = useTranslations('finance.close');
  const [all, setAll] = useState(false);
  const rows = figures
    .filter((row) => all || row.of === null || row.group === 'journal' || isChanged(row) || row.late !== 0)
    .filter((row) => row.now !== 0 || (row.frozen ?? 0) !== 0);
  return (
    <Card className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid max-w-[64ch] gap-1">
          <h2 className="text-lg font-strong tracking-title">{t('figures')}</h2>
          <p className="text-sm text-ink-2">{t(state === 'closed' ? 'figuresClosed' : 'figuresOpen')}</p>
        </div>
        <Button aria-pressed={all} onClick={() => setAll(!all)}>
          {t(all ? 'fewer' : 'every')}
        </Button>
      </div>
      {rows.length === 0 ? <p className="text-sm text-ink-3">{t('noFigures')}</p> : null}
      {groupsOf(rows).map(([key, some]) => (
        <UnitTable key={key} rows={some} isClosed={state === 'closed'} />
      ))}
    </Card>
  );
}

function UnitTable({ rows, isClosed }: { readonly rows: readonly ComparedFigure[]; readonly isClosed: boolean }) {
  const t = useTranslations('finance.close');
  const { unit = '', group = 'credits' } = rows[0] ?? {};
  const { titleOf, nameOf } = useFigureText();
  const { number } = useFigures();
  const { text } = useMoney(CURRENCY.test(unit) ? unit : 'usd');
  const show = ({ name }: ComparedFigure, value: number): string =>
    group === 'credits' || COUNTS.has(name) ? number(value) : text(value);
  return (
    <Table label={titleOf(group, unit)} className="bg-surface-2">
      <thead>
        <tr>
          <HeadCell>{titleOf(group, unit)}</HeadCell>
          {isClosed
            ? (['frozen', 'late'] as const).map((column) => (
                <HeadCell key={column} figure>
                  {t(`columns.${column}`)}
                </HeadCell>
              ))
            : null}
          <HeadCell figure>{t('columns.now')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={`${row.name} ${row.of ?? ''}`}>
            <th scope="row" className="border-t border-line px-5 py-2 text-start font-medium">
              {nameOf(row)}
            </th>
            {isClosed ? (
              <>
                <Cell figure className="py-2">
                  {show(row, row.frozen ?? 0)}
                </Cell>
                <Cell figure className="py-2 text-ink-2">
                  {row.late === 0 ? '' : show(row, row.late)}
                </Cell>
              </>
            ) : null}
            <Cell figure className={cx('py-2', isChanged(row) && 'font-strong text-danger')}>
              {show(row, row.now)}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
