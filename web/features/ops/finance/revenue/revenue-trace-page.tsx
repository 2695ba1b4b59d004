'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useState, type FormEvent } from 'react';
import { defined } from '@src/kernel/defined.shared';
import type { Trace, TracedGrant, TracedPayment } from '@src/billing/finance/trace.shared';
import { Link } from '@/i18n/navigation';
import { client, trpc } from '@/lib/trpc/client';
import { Badge } from '@/ui/content/badge';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Field, Input } from '@/ui/form/field';
import { Skeleton } from '@/ui/content/skeleton';
import { EmptyState, ErrorState } from '@/ui/content/states';
import { Cell, HeadCell, Row, Table } from '@/ui/content/table';
import { accountHref } from '../account/account-ref';
import { QueryResult, IN_BOOKS } from '../query-result';
import { readFilters } from '../filters';
import { FinanceFrame } from '../finance-frame';
import { useMoney } from './revenue-money';
import { today, useAddress } from '../use-filters';
import { useFigures } from '../charts/use-figures';

/** Traces a payment to its grants and their use, and a grant back to its payment. */
export function TracePage() {
  return (
    <FinanceFrame view="trace">
      <Search />
    </FinanceFrame>
  );
}

function Search() {
  const t = useTranslations('finance.trace');
  const { parameters, change } = useAddress();
  const of = parameters.get('of') ?? '';
  const [draft, setDraft] = useState(of);
  const [shown, setShown] = useState(of);
  if (of !== shown) {
    // A link or the history led to another payment or grant.
    setShown(of);
    setDraft(of);
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    change({ of: draft.trim() });
  };
  return (
    <>
      <Card>
        <form
          noValidate
          role="search"
          onSubmit={submit}
          className="grid grid-cols-1 items-start gap-3 sm:grid-cols-[minmax(0,1fr)_auto]"
        >
          <Field label={t('of')} help={t('help')}>
            {({ id, describedBy }) => (
              <Input
                id={id}
                aria-describedby={describedBy}
                dir="auto"
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
                maxLength={200}
                value={draft}
                onChange={(event) => setDraft(event.target.value)}
              />
            )}
          </Field>
          <Button type="submit" tone="invert" className="sm:mt-[27px]">
            {t('find')}
          </Button>
        </form>
      </Card>
      {of === '' ? (
        <Card>
          <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>
        </Card>
      ) : (
        <Found of={of} />
      )}
    </>
  );
}

function Found({ of }: { readonly of: string }) {
  const t = useTranslations('finance.trace');
  const { parameters } = useAddress();
  const input = { of, appName: readFilters(parameters, today()).app ?? 'kinora' } as const;
  const query = useInfiniteQuery({
    queryKey: trpc.revenue.trace.queryKey(input),
    queryFn: ({ pageParam, signal }) =>
      client.revenue.trace.query({ ...input, ...defined({ cursor: pageParam }) }, { signal }),
    initialPageParam: undefined as string | undefined, // the first page has no cursor
    getNextPageParam: (page) => page.next,
    ...IN_BOOKS,
  });
  return (
    <QueryResult query={query} shape={<Skeleton className="h-72 rounded-panel" />}>
      {({ pages }) => {
        const [first] = pages;
        if (first === undefined || first.found === 'nothing')
          return (
            <Card>
              <ErrorState icon={SearchX} title={t('none.title')}>
                {t('none.text', { of })}
              </ErrorState>
            </Card>
          );
        return (
          <>
            {first.unpaid.length === 0 ? null : <Unpaid unpaid={first.unpaid} />}
            {pages
              .flatMap(({ payments }) => payments)
              .map((payment) => (
                <Payment key={payment.invoiceId} payment={payment} />
              ))}
            {query.hasNextPage ? (
              <Button
                busy={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
                className="justify-self-center"
              >
                {t('more')}
              </Button>
            ) : null}
          </>
        );
      }}
    </QueryResult>
  );
}

function Payment({
  payment: { invoiceId, gatewayInvoiceId, number, gateway, userId, appName, paid, refunds, disputes, grants },
}: {
  readonly payment: TracedPayment;
}) {
  const t = useTranslations('finance.trace');
  const locale = useLocale();
  const { moment } = useFigures();
  const { text } = useMoney(paid?.currency ?? 'usd');
  const facts: readonly (readonly [string, string])[] = [
    ...(paid === null
      ? []
      : ([
          [t('paid'), `${text(paid.amount)} · ${moment(paid.at)}`],
          [t('price'), paid.priceId],
        ] as const)),
    [t('gateway'), gateway],
    [t('user'), userId],
    ...refunds.map(({ amount, at }) => [t('refunded'), `${text(amount)} · ${moment(at)}`] as const),
    ...disputes.map(
      ({ amount, at, outcome }) =>
        [outcome === null ? t('disputed') : t(`outcomes.${outcome}`), `${text(amount)} · ${moment(at)}`] as const,
    ),
  ];
  return (
    <Card className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="text-lg font-strong tracking-title">
          <bdi>{gatewayInvoiceId}</bdi>
        </h2>
        <span className="num text-sm text-ink-3">
          <bdi>{number}</bdi>
        </span>
        {paid === null ? <Badge tone="danger">{t('unpaidInvoice')}</Badge> : null}
        <span className="ms-auto flex flex-wrap gap-x-4 text-sm">
          {paid === null || paid.reason === 'trial' ? null : (
            <a
              href={`/api/finance/invoices/${invoiceId}.pdf?language=${locale}`}
              target="_blank"
              rel="noreferrer"
              className="rounded-xs font-medium underline underline-offset-4"
            >
              {t('pdf')}
            </a>
          )}
          <Link
            href={accountHref(`${userId}.${appName}.credits`)}
            className="rounded-xs font-medium underline underline-offset-4"
          >
            {t('account')}
          </Link>
        </span>
      </div>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(170px,1fr))] gap-x-4 gap-y-2.5">
        {facts.map(([name, value], index) => (
          <div key={index} className="grid min-w-0 content-start gap-0.5">
            <dt className="text-xs text-ink-3">{name}</dt>
            <dd className="num text-sm break-words">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {grants.length === 0 ? (
        <p className="text-sm text-ink-3">{t('noGrants')}</p>
      ) : (
        <Grants grants={grants} account={`${userId}.${appName}`} />
      )}
    </Card>
  );
}

const USED = ['spent', 'held', 'expired', 'revoked', 'left'] as const;

function Grants({ grants, account }: { readonly grants: readonly TracedGrant[]; readonly account: string }) {
  const t = useTranslations('finance');
  const { number, moment } = useFigures();
  return (
    <Table label={t('trace.grants', { account })}>
      <thead>
        <tr>
          <HeadCell>{t('columns.grant')}</HeadCell>
          <HeadCell figure>{t('columns.amount')}</HeadCell>
          {USED.map((column) => (
            <HeadCell key={column} figure>
              {t(`trace.use.${column}`)}
            </HeadCell>
          ))}
          <HeadCell>{t('columns.expires')}</HeadCell>
          <HeadCell>{t('columns.state')}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {grants.map((grant) => (
          <Row key={`${grant.account} ${grant.grantId}`}>
            <Cell className="py-2.5 whitespace-nowrap">
              <Link href={accountHref(grant.account)} className="font-medium underline-offset-2 hover:underline">
                <bdi>{grant.grantId}</bdi>
              </Link>
            </Cell>
            <Cell figure className="py-2.5">
              {number(grant.amount)}
            </Cell>
            {USED.map((column) => (
              <Cell key={column} figure className="py-2.5 text-ink-2">
                {grant.use === null ? '' : number(grant.use[column])}
              </Cell>
            ))}
            <Cell className="num py-2.5 whitespace-nowrap text-ink-2">
              {grant.expiresAt === null ? t('never') : moment(grant.expiresAt)}
            </Cell>
            <Cell className="py-2.5">
              {grant.use === null ? (
                <Badge tone="danger">{t('trace.missing')}</Badge>
              ) : grant.revoked === null ? (
                <Badge tone="success">{t('trace.given')}</Badge>
              ) : (
                <Badge>{t(`trace.revoked.${grant.revoked}`)}</Badge>
              )}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

/** Grants of plans and purchases without a payment. */
function Unpaid({ unpaid }: { readonly unpaid: Trace['unpaid'] }) {
  const t = useTranslations('finance.trace');
  const { number } = useFigures();
  return (
    <Card role="alert" className="grid grid-cols-1 gap-2 bg-danger-soft">
      <h2 className="text-lg font-strong text-danger">{t('unpaid', { count: unpaid.length })}</h2>
      <ul className="grid gap-1 text-sm">
        {unpaid.map(({ account, grantId, use }) => (
          <li key={`${account} ${grantId}`} className="num">
            <bdi>{grantId}</bdi> · <bdi>{account}</bdi> · {number(use.amount)}
          </li>
        ))}
      </ul>
    </Card>
  );
}
