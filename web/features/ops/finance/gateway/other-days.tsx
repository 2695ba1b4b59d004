'use client';

import { useTranslations } from 'next-intl';
import type { TieLine } from '@src/billing/settlement/tie-out.shared';
import { Cell, HeadCell, Row, Table } from '@/ui/content/table';
import { useFigures } from '../charts/use-figures';
import { Amounts, Subject } from './unmatched-lines';

/** What both sides know with the same amounts, but on different days. It explains balances that differ for a time. */
export function OtherDays({ lines, count }: { readonly lines: readonly TieLine[]; readonly count: number }) {
  const t = useTranslations('finance.tieOut');
  const { number, moment } = useFigures();
  if (lines.length === 0) return null;
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-lg font-strong tracking-title">{t('otherDays.title')}</h2>
      <p className="max-w-[72ch] text-sm text-ink-2">{t('otherDays.text')}</p>
      <Table label={t('otherDays.title')}>
        <thead>
          <tr>
            <HeadCell>{t('columns.what')}</HeadCell>
            <HeadCell>{t('columns.subject')}</HeadCell>
            <HeadCell figure>{t('otherDays.amount')}</HeadCell>
            <HeadCell>{t('otherDays.kinoraAt')}</HeadCell>
            <HeadCell>{t('otherDays.gatewayAt')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Row key={`${line.gateway} ${line.kind} ${line.subjectId}`}>
              <Cell className="py-2.5 whitespace-nowrap">
                <span className="flex gap-1.5">
                  <span className="font-medium">{t(`kinds.${line.kind}`)}</span>{' '}
                  <bdi className="text-ink-3">{line.gateway}</bdi>
                </span>
              </Cell>
              <Cell className="py-2.5">
                <Subject line={line} />
              </Cell>
              <Cell figure className="py-2.5 whitespace-nowrap">
                <Amounts amounts={line.kinora} />
              </Cell>
              <Cell className="num py-2.5 whitespace-nowrap text-ink-2">
                {line.kinoraAt === null ? null : moment(line.kinoraAt)}
              </Cell>
              <Cell className="num py-2.5 whitespace-nowrap text-ink-2">
                {line.gatewayAt === null ? null : moment(line.gatewayAt)}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      {lines.length < count ? (
        <p className="num text-sm text-ink-3">{t('first', { shown: number(lines.length), count: number(count) })}</p>
      ) : null}
    </section>
  );
}
