'use client';

import { useTranslations } from 'next-intl';
import type { AccountHistory } from '@src/credits/books/finance.shared';
import { Link } from '@/i18n/navigation';
import { Badge } from '@/ui/content/badge';
import { Notice } from '@/ui/content/states';
import { Card } from '@/ui/content/card';
import { Cell, HeadCell, Row, Table } from '@/ui/content/table';
import { Figure } from '../charts/figure';
import { useFigures } from '../charts/use-figures';
import { traceHref } from '../revenue/trace-ref';

const TOTALS = ['granted', 'adjusted', 'spent', 'expired', 'revoked'] as const;
const TONES = { open: 'success', expired: 'plain', revoked: 'danger' } as const;

/** An account at a moment: its figures, grants and holds. */
export function AccountState({ history }: { readonly history: AccountHistory }) {
  const t = useTranslations('finance.account');
  const { number, moment } = useFigures();
  const { asOf, revision, available, spendable, held, holds } = history;
  return (
    <>
      <p className="num text-sm text-ink-2">
        {revision < 0
          ? t('asOfEmpty', { moment: moment(asOf) })
          : t('asOf', { moment: moment(asOf), revision: number(revision) })}
      </p>
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-[1fr_1fr_2fr]">
        <Figure
          label={t('available')}
          value={number(available)}
          note={spendable === available ? t('allSpendable') : t('spendable', { amount: number(spendable) })}
        />
        <Figure label={t('held')} value={number(held)} note={t('holds', { count: holds.length })} />
        <Life history={history} />
      </div>
      {history.corrections.length === 0 ? null : <Corrections corrections={history.corrections} />}
      <Grants grants={history.grants} />
      {holds.length === 0 ? null : <Holds holds={holds} />}
    </>
  );
}

/** Adjustments that were recorded later, but count by valid time. */
function Corrections({ corrections }: { readonly corrections: AccountHistory['corrections'] }) {
  const t = useTranslations('finance.basis');
  const { signed, moment } = useFigures();
  return (
    <Notice tone="info">
      <ul className="grid gap-1">
        {corrections.map(({ adjustmentId, amount, recordedAt, validAt }) => (
          <li key={adjustmentId} className="num">
            {t('correction', { amount: signed(amount), valid: moment(validAt), recorded: moment(recordedAt) })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Life({ history: { totals } }: { readonly history: AccountHistory }) {
  const t = useTranslations('finance');
  const { number } = useFigures();
  return (
    <Card className="col-span-2 grid content-start gap-2.5 max-sm:p-4 lg:col-span-1">
      <h2 className="text-sm text-ink-2">{t('account.life')}</h2>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(104px,1fr))] gap-x-4 gap-y-2.5">
        {[
          ...TOTALS.map((column) => [t(`columns.${column}`), totals[column]] as const),
          [t('figures.receivable'), totals.receivable] as const,
        ].map(([name, amount]) => (
          <div key={name} className="grid min-w-0 content-start gap-0.5">
            <dt className="text-xs break-words text-ink-3">{name}</dt>
            <dd className="num text-md font-medium">
              <bdi>{number(amount)}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Grants({ grants }: { readonly grants: AccountHistory['grants'] }) {
  const t = useTranslations('finance');
  const sources = useTranslations('credits.sources');
  const { number, moment } = useFigures();
  return (
    <section className="grid grid-cols-1 gap-3">
      <h2 className="text-lg font-strong tracking-title">{t('account.grants')}</h2>
      {grants.length === 0 ? (
        <p className="text-sm text-ink-3">{t('account.noGrants')}</p>
      ) : (
        <Table label={t('account.grants')}>
          <thead>
            <tr>
              <HeadCell>{t('columns.source')}</HeadCell>
              {(['amount', 'available', 'heldNow', 'spent'] as const).map((column) => (
                <HeadCell key={column} figure>
                  {t(`columns.${column}`)}
                </HeadCell>
              ))}
              <HeadCell>{t('columns.expires')}</HeadCell>
              <HeadCell>{t('columns.state')}</HeadCell>
              <HeadCell>{t('columns.grant')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {grants.map(({ grantId, source, amount, available, held, spent, expiresAt, standing: grantStatus }) => (
              <Row key={grantId}>
                <Cell className="py-2.5 font-medium whitespace-nowrap">{sources(source)}</Cell>
                {[amount, available, held, spent].map((figure, index) => (
                  <Cell key={index} figure className="py-2.5">
                    {number(figure)}
                  </Cell>
                ))}
                <Cell className="num py-2.5 whitespace-nowrap text-ink-2">
                  {expiresAt === undefined ? t('never') : moment(expiresAt)}
                </Cell>
                <Cell className="py-2.5">
                  <Badge tone={TONES[grantStatus]}>{t(`standing.${grantStatus}`)}</Badge>
                </Cell>
                <Cell className="py-2.5 text-ink-2">
                  {source === 'plan' || source === 'purchase' ? (
                    <Link href={traceHref(grantId)} className="underline underline-offset-4">
                      <bdi className="whitespace-nowrap">{grantId}</bdi>
                    </Link>
                  ) : (
                    <bdi className="whitespace-nowrap">{grantId}</bdi>
                  )}
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  );
}

function Holds({ holds }: { readonly holds: AccountHistory['holds'] }) {
  const t = useTranslations('finance.account');
  const { number, moment } = useFigures();
  return (
    <Card className="grid gap-2">
      <h2 className="text-sm text-ink-2">{t('openHolds')}</h2>
      <ul className="grid gap-1.5 text-sm">
        {holds.map(({ holdId, amount, endsAt }) => (
          <li key={holdId} className="flex flex-wrap items-baseline gap-x-4">
            <span className="num font-medium">{number(amount)}</span>
            <bdi className="text-ink-2">{holdId}</bdi>
            <span className="num text-ink-3">{t('until', { moment: moment(endsAt) })}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
