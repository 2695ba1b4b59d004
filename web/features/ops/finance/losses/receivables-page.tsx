'use client';

import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { defined } from '@src/kernel/defined.shared';
import { priceText } from '@src/billing/plans/price.shared';
import type { PaymentsOfGrants } from '@src/billing/finance/trace.shared';
import { APP_NAMES, USAGE_TYPES, type AppName, type UsageType } from '@src/credits/credits.shared';
import { AGES, daysSince, type Age, type ReceivablesPage as Page } from '@src/credits/books/losses.shared';
import { Link } from '@/i18n/navigation';
import { productNow } from '@/lib/product-time';
import { client, trpc } from '@/lib/trpc/client';
import { Card } from '@/ui/content/card';
import { Field } from '@/ui/form/field';
import { Select } from '@/ui/form/select';
import { Skeleton } from '@/ui/content/skeleton';
import { Cell, HeadCell, Row, Table } from '@/ui/content/table';
import { accountHref, accountName, justAfter } from '../account/account-ref';
import { useFigures } from '../charts/use-figures';
import { accountsOf } from '../filters';
import { FinanceFrame } from '../finance-frame';
import { ListPages } from '../list-pages';
import { IN_BOOKS, QueryResult } from '../query-result';
import { traceHref } from '../revenue/trace-ref';
import { useAddress, useFilters } from '../use-filters';

const PAGE = 50;
const ALL = 'all';
const APPS = [ALL, ...APP_NAMES] as const;
const AGE_CHOICES = [ALL, ...AGES] as const;

/** Credits that were spent and whose payment was reversed, each with its cause. */
export function ReceivablesPage() {
  return (
    <FinanceFrame view="receivables">
      <Receivables />
    </FinanceFrame>
  );
}

function Receivables() {
  const t = useTranslations('finance');
  const { filters, change } = useFilters();
  const { app, usage } = filters;
  const { parameters, change: write } = useAddress();
  const age = AGES.find((value) => value === parameters.get('age'));
  const of = { ...accountsOf(filters), ...defined({ age }) };
  const query = useInfiniteQuery({
    queryKey: trpc.finance.receivables.infiniteQueryKey(of),
    queryFn: ({ pageParam, signal }) =>
      client.finance.receivables.query({ ...of, limit: PAGE, ...defined({ cursor: pageParam }) }, { signal }),
    initialPageParam: undefined as string | undefined, // the first page has no cursor
    getNextPageParam: (page) => page.next,
    ...IN_BOOKS,
  });
  return (
    <>
      <Card
        role="group"
        aria-label={t('filter.title')}
        className="grid grid-cols-2 items-end gap-3 p-4 md:flex md:flex-wrap"
      >
        <Field label={t('filter.app')}>
          {({ id }) => (
            <Select
              id={id}
              label={t('filter.app')}
              value={app ?? ALL}
              onChange={(value) => change({ app: value === ALL ? undefined : value })}
              choices={APPS.map((value) => ({
                value,
                label: value === ALL ? t('filter.allApps') : t(`apps.${value}`),
              }))}
            />
          )}
        </Field>
        <Field label={t('filter.usage')}>
          {({ id }) => (
            <Select<UsageType>
              id={id}
              label={t('filter.usage')}
              value={usage}
              onChange={(value) => change({ usage: value })}
              choices={USAGE_TYPES.map((value) => ({ value, label: t(`usageTypes.${value}`) }))}
            />
          )}
        </Field>
        <Field label={t('receivables.age')}>
          {({ id }) => (
            <Select
              id={id}
              label={t('receivables.age')}
              value={age ?? ALL}
              onChange={(value) => write({ age: value === ALL ? undefined : value })}
              choices={AGE_CHOICES.map((value) => ({
                value,
                label: value === ALL ? t('receivables.allAges') : t(`receivables.ages.${value}`),
              }))}
            />
          )}
        </Field>
        <p className="col-span-2 basis-full text-sm text-ink-3">{t('receivables.allDays')}</p>
      </Card>
      <Ages app={app} />
      <QueryResult query={query} shape={<Skeleton className="h-72 rounded-panel" />}>
        {({ pages }) => (
          <ListPages
            query={query}
            items={pages.flatMap(({ items }) => items)}
            none={{ title: t('receivables.none.title'), text: t('receivables.none.text') }}
          >
            {(items) => <Rows items={items} />}
          </ListPages>
        )}
      </QueryResult>
    </>
  );
}

/** Totals by age. Each leads to its rows. */
function Ages({ app }: { readonly app: AppName | undefined }) {
  const t = useTranslations('finance');
  const { number } = useFigures();
  const query = useQuery(trpc.finance.receivableAges.queryOptions(defined({ appName: app }), IN_BOOKS));
  if (query.data?.length === 0) return null;
  const hrefOf = (usage: UsageType, age?: Age): string =>
    `/finance/receivables?${new URLSearchParams(defined({ app, usage, age }))}`;
  return (
    <QueryResult query={query} shape={<Skeleton className="h-28 rounded-panel" />}>
      {(types) => (
        <Table label={t('receivables.byAge')}>
          <thead>
            <tr>
              <HeadCell>{t('columns.usage')}</HeadCell>
              {AGES.map((age) => (
                <HeadCell key={age} figure>
                  {t(`receivables.ages.${age}`)}
                </HeadCell>
              ))}
              <HeadCell figure>{t('columns.sum')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {types.map(({ usageType, ages, total }) => (
              <Row key={usageType}>
                <th scope="row" className="border-t border-line px-5 py-2.5 text-start font-medium whitespace-nowrap">
                  {t(`usageTypes.${usageType}`)}
                </th>
                {ages.map(({ age, amount, entries }) => (
                  <Cell key={age} figure className="py-2.5">
                    {entries === 0 ? (
                      <span className="text-ink-3">{number(0)}</span>
                    ) : (
                      <Link
                        href={hrefOf(usageType, age)}
                        aria-label={t('receivables.open', {
                          age: t(`receivables.ages.${age}`),
                          amount: number(amount),
                          count: entries,
                        })}
                        className="inline-block min-h-6 min-w-6 underline underline-offset-4"
                      >
                        {number(amount)}
                      </Link>
                    )}
                  </Cell>
                ))}
                <Cell figure className="py-2.5 font-medium">
                  <Link href={hrefOf(usageType)} className="inline-block min-h-6 min-w-6 underline underline-offset-4">
                    {number(total)}
                  </Link>
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </QueryResult>
  );
}

/** The payments of the grants behind receivables, by grant. */
function usePaid(items: readonly Page['items'][number][]): ReadonlyMap<string, PaymentsOfGrants[number]> {
  // In parts of one page, so that loading more asks only for the new grants.
  const grantIds = items.flatMap(({ kind, id }) => (kind === 'grant' ? [id] : []));
  const parts = Array.from({ length: Math.ceil(grantIds.length / PAGE) }, (_, index) =>
    grantIds.slice(index * PAGE, (index + 1) * PAGE),
  );
  const answers = useQueries({
    queries: parts.map((part) => trpc.revenue.paymentsOf.queryOptions({ grantIds: part }, IN_BOOKS)),
  });
  return new Map(answers.flatMap(({ data }) => data ?? []).map((payment) => [payment.grantId, payment]));
}

function Rows({ items }: { readonly items: readonly Page['items'][number][] }) {
  const t = useTranslations('finance');
  const { number, moment } = useFigures();
  const nameOf = useCauses();
  const locale = useLocale();
  const payments = usePaid(items);
  // One payment may have paid for several grants, so its amount is named as that of the whole payment.
  const paidOf = (id: string): React.ReactNode => {
    const payment = payments.get(id);
    return payment === undefined ? null : (
      <Link href={traceHref(payment.number)} title={payment.number} className="underline underline-offset-4">
        {t.rich('receivables.ofPayment', { amount: priceText(payment, locale), bdi: (text) => <bdi>{text}</bdi> })}
      </Link>
    );
  };
  return (
    <Table label={t('receivables.table')}>
      <thead>
        <tr>
          <HeadCell>{t('columns.account')}</HeadCell>
          <HeadCell figure>{t('columns.amount')}</HeadCell>
          <HeadCell>{t('receivables.cause')}</HeadCell>
          <HeadCell>{t('columns.when')}</HeadCell>
          <HeadCell figure>{t('receivables.age')}</HeadCell>
          <HeadCell figure>{t('receivables.payment')}</HeadCell>
          <HeadCell>{t('receivables.subject')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {items.map(({ account, kind, id, cause, amount, at }) => (
          <Row key={`${account} ${kind} ${id}`}>
            <Cell className="py-2.5">
              <Link
                href={accountHref(account, justAfter(at, productNow()), id)}
                className="underline underline-offset-4"
              >
                <bdi className="whitespace-nowrap">{accountName(account)}</bdi>
              </Link>
            </Cell>
            <Cell figure className="py-2.5">
              {number(amount)}
            </Cell>
            <Cell className="py-2.5 whitespace-nowrap">{nameOf(cause)}</Cell>
            <Cell className="num py-2.5 whitespace-nowrap text-ink-2">{moment(at)}</Cell>
            <Cell figure className="py-2.5 text-ink-2">
              {t('receivables.days', { count: daysSince(at, productNow()) })}
            </Cell>
            <Cell figure className="py-2.5 whitespace-nowrap">
              {kind === 'grant' ? paidOf(id) : null}
            </Cell>
            <Cell className="py-2.5 text-ink-2">
              {kind === 'grant' ? (
                <Link href={traceHref(id)} className="underline underline-offset-4">
                  <bdi className="whitespace-nowrap">{id}</bdi>
                </Link>
              ) : (
                <bdi className="whitespace-nowrap">{id}</bdi>
              )}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function useCauses(): (cause: string) => string {
  const t = useTranslations('finance.receivables.causes');
  return (cause) => {
    // Causes come from the server as text, so the key may not exist. Check before translating.
    const key = cause as 'refund' | 'chargeback' | 'after-revocation' | 'dispute-won' | 'correction';
    return t.has(key) ? t(key) : cause;
  };
}
