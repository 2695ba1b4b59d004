'use client';

import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { SearchHit } from '@src/billing/finance/search.shared';
import type { StatementLine } from '@src/credits/credits.shared';
import { Link } from '@/i18n/navigation';
import { productNow } from '@/lib/product-time';
import { Card } from '@/ui/content/card';
import { accountHref, accountName, justAfter } from '../account/account-ref';
import { useFigures } from '../charts/use-figures';
import { traceHref } from '../revenue/trace-ref';
import { useMoney } from '../revenue/revenue-money';

type HitOf<Kind extends SearchHit['kind']> = Extract<SearchHit, { readonly kind: Kind }>;
interface HitProps<Kind extends SearchHit['kind']> {
  readonly hit: HitOf<Kind>;
  /** Called when a link is followed. */
  readonly onLeave: () => void;
}

const LINK = 'rounded-xs font-medium underline underline-offset-4';

/** What a search found, each with the pages that it leads to. */
export function SearchHits({ hits, onLeave }: { readonly hits: readonly SearchHit[]; readonly onLeave: () => void }) {
  const t = useTranslations('finance.search');
  return (
    <Card>
      <ul aria-label={t('results')} className="divide-y divide-line">
        {hits.map((hit, index) => (
          <li key={index} className="grid gap-1.5 py-3.5 text-sm first:pt-0 last:pb-0">
            <Hit hit={hit} onLeave={onLeave} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Hit({ hit, onLeave }: HitProps<SearchHit['kind']>) {
  switch (hit.kind) {
    case 'user':
      return <UserHit hit={hit} onLeave={onLeave} />;
    case 'invoice':
      return <InvoiceHit hit={hit} onLeave={onLeave} />;
    case 'line':
      return <LineHit hit={hit} onLeave={onLeave} />;
    case 'request':
      return <RequestHit hit={hit} onLeave={onLeave} />;
    default:
      return hit satisfies never;
  }
}

function Head({
  kind,
  name,
  children,
}: {
  readonly kind: string;
  readonly name: string;
  readonly children?: ReactNode;
}) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
      <span className="text-xs text-ink-3">{kind}</span>
      <bdi className="font-medium break-all">{name}</bdi>
      {children === undefined ? null : <span className="num text-ink-2">{children}</span>}
    </p>
  );
}

function UserHit({ hit: { userId, by, accounts }, onLeave }: HitProps<'user'>) {
  const t = useTranslations('finance.search');
  const names = useTranslations('finance');
  const { number } = useFigures();
  return (
    <>
      <Head kind={t('kinds.user')} name={userId}>
        {t(`by.${by}`)}
      </Head>
      <p className="flex flex-wrap gap-x-5 gap-y-1.5">
        {accounts.map(({ appName, usageType, available, held }) => (
          <Link
            key={`${appName} ${usageType}`}
            href={accountHref(`${userId}.${appName}.${usageType}`)}
            onClick={onLeave}
            className={LINK}
          >
            {t('account', {
              app: names(`apps.${appName}`),
              usage: names(`usageTypes.${usageType}`),
              available: number(available),
              held: number(held),
            })}
          </Link>
        ))}
        {accounts.length === 0 ? <span className="text-ink-3">{t('noAccounts')}</span> : null}
        <Link href={traceHref(userId)} onClick={onLeave} className={LINK}>
          {t('payments')}
        </Link>
      </p>
    </>
  );
}

function InvoiceHit({ hit: { number, gatewayInvoiceId, userId, appName, paid, pdf }, onLeave }: HitProps<'invoice'>) {
  const t = useTranslations('finance.search');
  const locale = useLocale();
  const { moment } = useFigures();
  const { text } = useMoney(paid?.currency ?? 'usd');
  return (
    <>
      <Head kind={t('kinds.invoice')} name={number}>
        {paid === null ? (
          t('unpaid')
        ) : (
          <>
            {text(paid.amount)} · {moment(paid.at)}
          </>
        )}{' '}
        · <bdi>{gatewayInvoiceId}</bdi>
      </Head>
      <p className="flex flex-wrap gap-x-5 gap-y-1.5">
        <Link href={traceHref(number)} onClick={onLeave} className={LINK}>
          {t('trace')}
        </Link>
        {pdf === null ? null : (
          <a href={`${pdf}?language=${locale}`} target="_blank" rel="noreferrer" className={LINK}>
            {t('pdf')}
          </a>
        )}
        <Link href={accountHref(`${userId}.${appName}.credits`)} onClick={onLeave} className={LINK}>
          {t('buyer')}
        </Link>
      </p>
    </>
  );
}

function LineHit({ hit: { line, id, account, amount, at, changedAt, state }, onLeave }: HitProps<'line'>) {
  const t = useTranslations('finance.search');
  const { signed, number, moment } = useFigures();
  // States come from the server as text, so the key may not exist. Check before translating.
  const name = `states.${state as StatementLine['steps'][number]['what']}` as const;
  return (
    <>
      <Head kind={t(`kinds.${line}`)} name={id}>
        {line === 'adjustment' ? signed(amount) : number(amount)} · {t.has(name) ? t(name) : state} · {moment(at)}
      </Head>
      <p className="flex flex-wrap gap-x-5 gap-y-1.5">
        <Link href={accountHref(account, justAfter(changedAt, productNow()), id)} onClick={onLeave} className={LINK}>
          {t.rich('inAccount', { account: () => <bdi>{accountName(account)}</bdi> })}
        </Link>
        {line === 'grant' ? (
          <Link href={traceHref(id)} onClick={onLeave} className={LINK}>
            {t('grantTrace')}
          </Link>
        ) : null}
      </p>
    </>
  );
}

/** A request for an adjustment, found by its case. */
function RequestHit({
  hit: { adjustmentId, userId, appName, usageType, amount, reason, reference, state, requestedAt },
  onLeave,
}: HitProps<'request'>) {
  const t = useTranslations('finance.search');
  const words = useTranslations('finance.adjust');
  const { signed, moment } = useFigures();
  const account = `${userId}.${appName}.${usageType}`;
  return (
    <>
      <Head kind={t('kinds.request')} name={reference}>
        {signed(amount)} · {words(`reasons.${reason}`)} · {words(`states.${state}`)} · {moment(requestedAt)}
      </Head>
      <p className="flex flex-wrap gap-x-5 gap-y-1.5">
        <Link href={`/finance/adjustments?case=${encodeURIComponent(reference)}`} onClick={onLeave} className={LINK}>
          {t('ofCase')}
        </Link>
        <Link href={accountHref(account, undefined, adjustmentId)} onClick={onLeave} className={LINK}>
          {t.rich('inAccount', { account: () => <bdi>{accountName(account)}</bdi> })}
        </Link>
      </p>
    </>
  );
}
