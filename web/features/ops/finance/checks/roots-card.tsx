'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { RootsState } from '@src/credits/proof/stamp/stamp.shared';
import { trpc } from '@/lib/trpc/client';
import { Card } from '@/ui/content/card';
import { Skeleton } from '@/ui/content/skeleton';
import { Notice } from '@/ui/content/states';
import { Cell, HeadCell, Row, Table } from '@/ui/content/table';
import { QueryResult, IN_BOOKS } from '../query-result';
import { useFigures } from '../charts/use-figures';

/** Characters of a certificate's fingerprint that the table shows; the rest is in its title. */
const SHOWN = 16;

/** The newest signed roots, their time stamps, and where they are delivered. */
export function RootsCard() {
  const t = useTranslations('finance.roots');
  const query = useQuery(trpc.finance.roots.queryOptions(undefined, IN_BOOKS));
  return (
    <Card className="grid grid-cols-1 gap-4">
      <div className="grid max-w-[64ch] gap-1">
        <h2 className="text-lg font-strong tracking-title">{t('title')}</h2>
        <p className="text-sm text-ink-2">{t('lead')}</p>
      </div>
      <QueryResult query={query} shape={<Skeleton className="h-12 rounded-card" />}>
        {(state) =>
          state.roots.length === 0 ? <p className="text-sm text-ink-3">{t('none')}</p> : <Roots state={state} />
        }
      </QueryResult>
    </Card>
  );
}

function Roots({ state: { roots, copies, isStamped, failure } }: { readonly state: RootsState }) {
  const t = useTranslations('finance.roots');
  const { number, day: dayText, moment } = useFigures();
  return (
    <>
      {failure === null ? null : (
        <Notice tone="danger">
          {t('failed', { day: dayText(failure.day), at: moment(failure.at), reason: t(`faults.${failure.fault}`) })}
        </Notice>
      )}
      <Table label={t('table')} className="bg-surface-2">
        <thead>
          <tr>
            <HeadCell>{t('day')}</HeadCell>
            <HeadCell figure>{t('events')}</HeadCell>
            <HeadCell figure>{t('streams')}</HeadCell>
            <HeadCell>{t('stamped')}</HeadCell>
            <HeadCell>{t('authority')}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {roots.map(({ day, events, streams, stamp }) => (
            <Row key={day}>
              <Cell className="num py-2.5 whitespace-nowrap">{dayText(day)}</Cell>
              <Cell figure className="py-2.5 text-ink-2">
                {number(events)}
              </Cell>
              <Cell figure className="py-2.5 text-ink-2">
                {number(streams)}
              </Cell>
              <Cell className="num py-2.5 whitespace-nowrap">
                {stamp === null ? <span className="text-ink-3">{t('noStamp')}</span> : moment(stamp.at)}
              </Cell>
              <Cell className="py-2.5 whitespace-nowrap text-ink-2">
                {stamp === null ? null : <Authority stamp={stamp} />}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      <p className="text-sm text-ink-2">
        {copies.length === 0
          ? t('nowhere')
          : t('places', { places: copies.map((copy) => t(`copies.${copy}`)).join(', ') })}{' '}
        {isStamped ? t('withAuthority') : t('noAuthority')}
      </p>
    </>
  );
}

function Authority({
  stamp: { authority, isTrusted },
}: {
  readonly stamp: NonNullable<RootsState['roots'][number]['stamp']>;
}) {
  const t = useTranslations('finance.roots');
  return (
    <>
      <bdi title={authority} className="num">
        {authority.slice(0, SHOWN)}…
      </bdi>{' '}
      {isTrusted ? t('trusted') : t('untrusted')}
    </>
  );
}
