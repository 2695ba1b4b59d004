'use client';

import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { GRANT_SOURCES, type GrantSource } from '@src/credits/credits.shared';
import { MOVED_COLUMNS, type MovedColumn, type MovementsPage as Lines } from '@src/credits/movements/movements.shared';
import { defined } from '@src/kernel/defined.shared';
import { Link } from '@/i18n/navigation';
import { productNow } from '@/lib/product-time';
import { client, trpc } from '@/lib/trpc/client';
import { Skeleton } from '@/ui/content/skeleton';
import { Cell, HeadCell, Row, Table } from '@/ui/content/table';
import { Field } from '@/ui/form/field';
import { Segmented } from '@/ui/form/segmented';
import { Select } from '@/ui/form/select';
import { accountHref, accountName, justAfter } from '../account/account-ref';
import { useFigures } from '../charts/use-figures';
import { FilterBar } from '../filter-bar';
import { accountsOf } from '../filters';
import { FinanceFrame } from '../finance-frame';
import { ListPages } from '../list-pages';
import { IN_BOOKS, QueryResult } from '../query-result';
import { useAddress, useFilters } from '../use-filters';

const PAGE = 50;
const ALL = 'all';

/** The lines behind a figure of the books. */
export function MovementsPage() {
  return (
    <FinanceFrame view="movements">
      <Movements />
    </FinanceFrame>
  );
}

function Movements() {
  const t = useTranslations('finance');
  const sources = useTranslations('credits.sources');
  const { parameters, change } = useAddress();
  const column = MOVED_COLUMNS.find((value) => value === parameters.get('column')) ?? 'spent';
  const source = GRANT_SOURCES.find((value) => value === parameters.get('source'));
  return (
    <>
      <FilterBar kind="range">
        <Field label={t('columns.source')}>
          {({ id }) => (
            <Select<GrantSource | typeof ALL>
              id={id}
              label={t('columns.source')}
              value={source ?? ALL}
              onChange={(value) => change({ source: value === ALL ? undefined : value })}
              choices={[
                { value: ALL, label: t('movements.everySource') },
                ...GRANT_SOURCES.map((value) => ({ value, label: sources(value) })),
              ]}
            />
          )}
        </Field>
      </FilterBar>
      <Segmented<MovedColumn>
        label={t('movements.column')}
        value={column}
        onChange={(value) => change({ column: value })}
        choices={MOVED_COLUMNS.map((value) => ({ value, label: t(`columns.${value}`) }))}
        className="max-w-full flex-wrap justify-self-start"
      />
      <Sum column={column} source={source} />
      <Found column={column} source={source} />
    </>
  );
}

/** The figure of the books that the lines add up to. */
function Sum({ column, source }: { readonly column: MovedColumn; readonly source: GrantSource | undefined }) {
  const t = useTranslations('finance');
  const { number } = useFigures();
  const { filters } = useFilters();
  const { data } = useQuery(
    trpc.finance.trialBalance.queryOptions(
      { from: filters.from, day: filters.to, ...accountsOf(filters) },
      { ...IN_BOOKS, placeholderData: keepPreviousData },
    ),
  );
  if (data === undefined) return null;
  const moved = source === undefined ? data.total.moved : data.bySource.find((line) => line.source === source)?.moved;
  return (
    <p className="text-sm text-ink-2">
      {t.rich('movements.sum', {
        amount: () => <bdi className="num font-strong text-ink-1">{number(moved?.[column] ?? 0)}</bdi>,
      })}
    </p>
  );
}

function Found({ column, source }: { readonly column: MovedColumn; readonly source: GrantSource | undefined }) {
  const t = useTranslations('finance');
  const { filters } = useFilters();
  const input = { column, from: filters.from, to: filters.to, ...accountsOf(filters), ...defined({ source }) };
  const query = useInfiniteQuery({
    queryKey: trpc.finance.movements.infiniteQueryKey(input),
    queryFn: ({ pageParam, signal }) =>
      client.finance.movements.query({ ...input, limit: PAGE, ...defined({ cursor: pageParam }) }, { signal }),
    initialPageParam: undefined as string | undefined, // the first page has no cursor
    getNextPageParam: (page) => page.next,
    ...IN_BOOKS,
  });
  return (
    <QueryResult query={query} shape={<Skeleton className="h-72 rounded-panel" />}>
      {({ pages }) => (
        <ListPages
          query={query}
          items={pages.flatMap(({ items }) => items)}
          none={{ title: t('movements.none.title'), text: t('movements.none.text') }}
        >
          {(items) => <Rows items={items} />}
        </ListPages>
      )}
    </QueryResult>
  );
}

function Rows({ items }: { readonly items: readonly Lines['items'][number][] }) {
  const t = useTranslations('finance');
  const kinds = useTranslations('finance.movements.kinds');
  const { number, moment } = useFigures();
  return (
    <Table label={t('movements.table')}>
      <thead>
        <tr>
          <HeadCell>{t('columns.account')}</HeadCell>
          <HeadCell figure>{t('columns.amount')}</HeadCell>
          <HeadCell>{t('columns.when')}</HeadCell>
          <HeadCell>{t('columns.what')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {items.map(({ account, kind, id, amount, at }) => (
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
              <bdi>{number(amount)}</bdi>
            </Cell>
            <Cell className="num py-2.5 whitespace-nowrap text-ink-2">{moment(at)}</Cell>
            <Cell className="py-2.5 text-ink-2">
              <span className="grid">
                <span>{kinds(kind)}</span>
                <bdi className="text-xs whitespace-nowrap text-ink-3">{id}</bdi>
              </span>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
