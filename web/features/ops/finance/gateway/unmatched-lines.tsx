'use client';

import { useLocale, useTranslations } from 'next-intl';
import { priceText } from '@src/billing/plans/price.shared';
import type { TieLine } from '@src/billing/settlement/tie-out.shared';
import { Link } from '@/i18n/navigation';
import { productNow } from '@/lib/product-time';
import { Notice } from '@/ui/content/states';
import { Cell, HeadCell, Row, Table } from '@/ui/content/table';
import { useFigures } from '../charts/use-figures';
import { traceHref } from '../revenue/trace-ref';

const DAY_MS = 86_400_000;

/** What only one side knows, or both with other amounts, oldest first. */
export function UnmatchedLines({
  lines,
  count,
  isOnSameDays,
}: {
  readonly lines: readonly TieLine[];
  readonly count: number;
  readonly isOnSameDays: boolean;
}) {
  const t = useTranslations('finance.tieOut');
  const ages = useTranslations('finance.receivables');
  const { number, moment } = useFigures();
  if (lines.length === 0) return <Notice tone="success">{t(isOnSameDays ? 'none' : 'noneButDays')}</Notice>;
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-lg font-strong tracking-title">{t('unmatched')}</h2>
      <Table label={t('unmatched')}>
        <thead>
          <tr>
            <HeadCell>{t('columns.what')}</HeadCell>
            <HeadCell>{t('columns.subject')}</HeadCell>
            <HeadCell figure>{t('columns.kinora')}</HeadCell>
            <HeadCell figure>{t('columns.gateway')}</HeadCell>
            <HeadCell figure>{ages('age')}</HeadCell>
            <HeadCell>{t('columns.when')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Row key={`${line.gateway} ${line.kind} ${line.subjectId}`}>
              <Cell className="py-2.5 whitespace-nowrap">
                <span className="grid">
                  <span className="font-medium">{t(`outcomes.${line.outcome}`)}</span>
                  <span className="flex gap-1.5 text-xs text-ink-3">
                    {t(`kinds.${line.kind}`)} <bdi>{line.gateway}</bdi>
                  </span>
                </span>
              </Cell>
              <Cell className="py-2.5">
                <Subject line={line} />
              </Cell>
              <Cell figure className="py-2.5 whitespace-nowrap">
                <Amounts amounts={line.outcome === 'unbooked' ? line.unbooked : line.kinora} />
              </Cell>
              <Cell figure className="py-2.5 whitespace-nowrap">
                <Amounts amounts={line.atGateway} />
              </Cell>
              <Cell figure className="py-2.5 whitespace-nowrap text-ink-2">
                {ages('days', { count: Math.max(0, Math.floor((productNow() - line.at) / DAY_MS)) })}
              </Cell>
              <Cell className="num py-2.5 whitespace-nowrap text-ink-2">{moment(line.at)}</Cell>
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

/** The invoice, which leads to its trace, and the gateway's ids. */
export function Subject({ line: { invoice, subjectId, transactionIds } }: { readonly line: TieLine }) {
  return (
    <span className="grid gap-0.5">
      {invoice === null ? null : (
        <Link href={traceHref(invoice.number)} className="justify-self-start underline underline-offset-4">
          <bdi className="whitespace-nowrap">{invoice.number}</bdi>
        </Link>
      )}
      {[...new Set([subjectId, ...transactionIds])].map((id) => (
        <bdi key={id} className="text-xs break-all text-ink-3">
          {id}
        </bdi>
      ))}
    </span>
  );
}

export function Amounts({ amounts }: { readonly amounts: TieLine['kinora'] }) {
  const locale = useLocale();
  if (amounts.length === 0) return <span className="text-ink-3">–</span>;
  return (
    <span className="grid">
      {amounts.map(({ amount, currency }) => (
        <bdi key={currency}>{priceText({ minor: amount, currency }, locale)}</bdi>
      ))}
    </span>
  );
}
