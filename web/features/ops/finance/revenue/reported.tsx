'use client';

import { useTranslations } from 'next-intl';
import { Link } from '@/i18n/navigation';
import { Notice } from '@/ui/content/states';
import { Cell, HeadCell, Row, Table } from '@/ui/content/table';
import { useFigures } from '../charts/use-figures';
import { useMoney } from './revenue-money';

type Figures<F extends string> = Readonly<Record<F, number>> | null;

/** Totals in the reporting currency, by original currency and over all. */
export interface Reported<F extends string> {
  readonly currency: string;
  readonly total: Figures<F>;
  readonly currencies: readonly {
    readonly currency: string;
    readonly figures: Figures<F>;
    readonly missing: readonly string[];
  }[];
}

/** A column with its name. */
export type Column<F extends string> = readonly [figure: F, name: string];

/** Every currency in the reporting currency, and their total. Missing rates are named, and nothing is shown instead. */
export function ReportedTotals<F extends string>({
  reported,
  columns,
}: {
  readonly reported: Reported<F> | null;
  readonly columns: readonly Column<F>[];
}) {
  const t = useTranslations('finance.reported');
  if (reported === null || reported.currencies.length === 0) return null;
  const own = reported.currency.toUpperCase();
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-lg font-strong tracking-title">{t('title', { currency: own })}</h2>
      <p className="max-w-[72ch] text-sm text-ink-2">{t('lead')}</p>
      <MissingRates reported={reported} />
      <Table label={t('title', { currency: own })}>
        <thead>
          <tr>
            <HeadCell className="sticky start-0 bg-surface-1">{t('from')}</HeadCell>
            {columns.map(([figure, name]) => (
              <HeadCell key={figure} figure className="px-4">
                {name}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {reported.currencies.map(({ currency, figures }) => (
            <Row key={currency}>
              <th
                scope="row"
                className="sticky start-0 border-t border-line bg-surface-1 px-5 py-2.5 text-start font-medium"
              >
                {currency.toUpperCase()}
              </th>
              <Cells figures={figures} columns={columns} currency={reported.currency} />
            </Row>
          ))}
          <ReportedRow name={t('all')} figures={reported.total} columns={columns} currency={reported.currency} />
        </tbody>
      </Table>
    </section>
  );
}

/** A row of totals in the reporting currency. `before` are empty cells between the name and the figures. */
export function ReportedRow<F extends string>({
  name,
  figures,
  columns,
  currency,
  before = 0,
}: {
  readonly name: string;
  readonly figures: Figures<F>;
  readonly columns: readonly Column<F>[];
  readonly currency: string;
  readonly before?: number;
}) {
  return (
    <Row total>
      <th
        scope="row"
        className="sticky start-0 border-t border-line bg-surface-2 px-5 py-2.5 text-start font-medium whitespace-nowrap"
      >
        {name}
      </th>
      {before === 0 ? null : <Cell colSpan={before} />}
      <Cells figures={figures} columns={columns} currency={currency} />
    </Row>
  );
}

function Cells<F extends string>({
  figures,
  columns,
  currency,
}: {
  readonly figures: Figures<F>;
  readonly columns: readonly Column<F>[];
  readonly currency: string;
}) {
  const t = useTranslations('finance.reported');
  const { text } = useMoney(currency);
  if (figures === null)
    return (
      <Cell colSpan={columns.length} className="px-4 py-2.5 text-end text-ink-2">
        {t('incomplete')}
      </Cell>
    );
  return columns.map(([figure]) => (
    <Cell key={figure} figure className="px-4 py-2.5 whitespace-nowrap">
      <bdi>{text(figures[figure])}</bdi>
    </Cell>
  ));
}

function MissingRates<F extends string>({ reported: { currencies } }: { readonly reported: Reported<F> }) {
  const t = useTranslations('finance.reported');
  const { month } = useFigures();
  const missing = currencies.filter((one) => one.missing.length > 0);
  if (missing.length === 0) return null;
  return (
    <Notice
      tone="warning"
      action={
        <Link href="/finance/accounting" className="font-medium text-ink-1 underline underline-offset-4">
          {t('enter')}
        </Link>
      }
    >
      <p>{t('missing')}</p>
      <ul>
        {missing.map(({ currency, missing: months }) => (
          <li key={currency}>
            {currency.toUpperCase()}: {months.map(month).join(' · ')}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
