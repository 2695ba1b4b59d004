'use client';

import { FileText } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import type { InvoiceView } from '@src/billing/shop/shop.shared';
import { useInvoices } from '@/lib/data/billing';
import { Badge } from '@/ui/content/badge';
import { Button, buttonStyle } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { cx } from '@/ui/cx';
import { Icon } from '@/ui/icon';
import { LoadMore } from '@/ui/content/load-more';
import { Skeleton } from '@/ui/content/skeleton';
import { ErrorState } from '@/ui/content/states';
import { useFigures } from './use-figures';

const COLUMNS = ['number', 'date', 'what', 'amount', 'tax', 'status', 'pdf'] as const;
const TONES = {
  paid: 'success',
  failed: 'danger',
  'part-refunded': 'info',
  refunded: 'info',
  disputed: 'warning',
} as const satisfies Readonly<Record<InvoiceView['status'], string>>;

/** All invoices, newest first. On a phone each is a few lines of text. */
export function Invoices() {
  const t = useTranslations('billing.invoices');
  const words = useTranslations('billing.failed');
  const {
    invoices,
    isPending,
    isError,
    refetch,
    hasNextPage,
    fetchNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
  } = useInvoices();
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-lg font-strong tracking-title">{t('title')}</h2>
      {isPending ? (
        <div role="status" aria-label={t('loading')} className="grid gap-3">
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
        </div>
      ) : null}
      {isError && invoices.length === 0 ? (
        <ErrorState
          level={3}
          title={t('failed')}
          actions={<Button onClick={() => void refetch()}>{words('retry')}</Button>}
        />
      ) : null}
      {!isPending && !isError && invoices.length === 0 ? <p className="text-sm text-ink-2">{t('empty')}</p> : null}
      {invoices.length > 0 ? <Lines invoices={invoices} /> : null}
      {hasNextPage ? (
        <LoadMore
          busy={isFetchingNextPage}
          failed={isFetchNextPageError}
          label={t('more')}
          busyLabel={t('loadingMore')}
          onMore={() => void fetchNextPage()}
        />
      ) : null}
    </Card>
  );
}

function Lines({ invoices }: { readonly invoices: readonly InvoiceView[] }) {
  const t = useTranslations('billing.invoices');
  return (
    <table className="w-full border-collapse text-sm max-lg:block">
      <caption className="sr-only">{t('title')}</caption>
      <thead className="text-ink-2 max-lg:sr-only">
        <tr>
          {COLUMNS.map((column) => (
            <th
              key={column}
              scope="col"
              className={cx(
                'pe-4 pb-3 font-medium whitespace-nowrap last:pe-0',
                column === 'amount' || column === 'tax' || column === 'pdf' ? 'text-end' : 'text-start',
              )}
            >
              {t(`columns.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-lg:block">
        {invoices.map((invoice) => (
          <Line key={invoice.invoiceId} invoice={invoice} />
        ))}
      </tbody>
    </table>
  );
}

const last = 'border-t border-line py-3 align-middle max-lg:border-0 max-lg:p-0';
const cell = `${last} pe-4`;

function Line({
  invoice: { number, at, product, kind, period, amount, tax, status, refunded, pdf },
}: {
  readonly invoice: InvoiceView;
}) {
  const t = useTranslations('billing.invoices');
  const { shortDay, span, price } = useFigures();
  const locale = useLocale();
  return (
    <tr className="max-lg:grid max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:items-center max-lg:gap-x-3 max-lg:gap-y-1 max-lg:border-t max-lg:border-line max-lg:py-3 max-lg:first:border-0">
      <td className={cx(cell, 'num whitespace-nowrap text-ink-2 max-lg:order-3 max-lg:text-xs max-lg:text-ink-3')}>
        <bdi>{number}</bdi>
        <span className="lg:hidden"> · {shortDay(at)}</span>
      </td>
      <td className={cx(cell, 'num whitespace-nowrap text-ink-2 max-lg:hidden')}>{shortDay(at)}</td>
      <td className={cx(cell, 'max-lg:order-1')}>
        <bdi className="font-medium">{product.productName}</bdi>{' '}
        <span className="text-ink-2">· {t(`kinds.${kind}`)}</span>
        {period === null ? null : (
          <span className="num block text-xs text-ink-3">{span(period.start, period.end)}</span>
        )}
      </td>
      <td className={cx(cell, 'num text-end whitespace-nowrap max-lg:order-2')}>
        <bdi className="font-strong">{price(amount)}</bdi>
        {refunded.minor > 0 ? (
          <span className="block text-xs text-ink-3">{t('refunded', { amount: price(refunded) })}</span>
        ) : null}
      </td>
      <td
        className={cx(
          cell,
          'num text-end whitespace-nowrap text-ink-2 max-lg:order-4 max-lg:text-xs max-lg:text-ink-3',
        )}
      >
        <span className="max-lg:hidden">
          <bdi>{price(tax)}</bdi>
        </span>
        {tax.minor > 0 ? <span className="lg:hidden">{t('tax', { tax: price(tax) })}</span> : null}
      </td>
      <td className={cx(cell, 'max-lg:order-5 max-lg:col-start-1')}>
        <Badge tone={TONES[status]}>{t(`status.${status}`)}</Badge>
      </td>
      <td className={cx(last, 'text-end max-lg:order-8')}>
        {pdf === null ? null : (
          <a
            href={`${pdf}?language=${locale}`}
            target="_blank"
            rel="noopener"
            aria-label={t('pdfLabel', { number })}
            className={buttonStyle({ size: 'sm' })}
          >
            <Icon of={FileText} size="s" />
            {t('pdf')}
          </a>
        )}
      </td>
    </tr>
  );
}
