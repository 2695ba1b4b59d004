'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { GatewayRead } from '@src/billing/settlement/tie-out.shared';
import { readFailure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import { queryClient, trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Notice } from '@/ui/content/states';
import { useFigures } from '../charts/use-figures';
import { IN_BOOKS } from '../query-result';

/** When each gateway was last read, and a button that reads new transactions. */
export function GatewayReads({ reads }: { readonly reads: readonly GatewayRead[] }) {
  const t = useTranslations('finance.tieOut');
  const { moment } = useFigures();
  const { ofFailure } = useErrorWords();
  const run = useMutation(
    trpc.finance.readTransactions.mutationOptions({
      ...IN_BOOKS,
      // Reading takes time in proportion to the new transactions. Without batching, no other query waits for it.
      trpc: { context: { skipBatch: true } },
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.finance.tieOut.queryKey() }),
    }),
  );
  const failed = run.data?.failed ?? [];
  return (
    <Card className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid max-w-[64ch] gap-1">
          <h2 className="text-lg font-strong tracking-title">{t('reads')}</h2>
          <p className="text-sm text-ink-2">{t('readsLead')}</p>
          <ul className="grid gap-0.5 pt-1 text-sm">
            {reads.map(({ gateway, at }) => (
              <li key={gateway} className="num flex flex-wrap gap-x-2">
                <bdi className="font-medium">{gateway}</bdi>{' '}
                <span className="text-ink-2">{at === null ? t('neverRead') : t('readAt', { at: moment(at) })}</span>
              </li>
            ))}
          </ul>
        </div>
        <Button tone="invert" busy={run.isPending} onClick={() => run.mutate()}>
          {t('read')}
        </Button>
      </div>
      {run.error === null ? null : (
        <Notice tone="danger" live>
          {ofFailure(readFailure(run.error))}
        </Notice>
      )}
      {failed.length === 0 ? null : (
        <Notice tone="danger" live>
          {t('unreachable', { gateways: failed.join(', ') })}
        </Notice>
      )}
      {run.isSuccess && failed.length === 0 ? (
        <Notice tone="success" live>
          {t('done')}
        </Notice>
      ) : null}
    </Card>
  );
}
