'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { CloseMonth, WaitingStep } from '@src/billing/close/close.shared';
import { readFailure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import { trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/content/states';
import { useFigures } from '../charts/use-figures';
import { IN_BOOKS } from '../query-result';

interface WaitingProps {
  readonly month: string;
  readonly waiting: WaitingStep;
  readonly onDone: (answer: CloseMonth) => Promise<void>;
}

/** Says that a step was decided, but not completed, and withdraws it. The page's own button completes it. */
export function WaitingNotice({ month, waiting: { step, closing, actor, at }, onDone }: WaitingProps) {
  const t = useTranslations('finance.close.waiting');
  const { month: nameOf, moment } = useFigures();
  const { ofFailure } = useErrorWords();
  const withdraw = useMutation(trpc.close.withdraw.mutationOptions({ ...IN_BOOKS, onSuccess: onDone }));
  const act = (
    <Button size="sm" busy={withdraw.isPending} onClick={() => withdraw.mutate({ month, closing, step })}>
      {t('withdraw')}
    </Button>
  );
  return (
    <>
      <Notice tone="warning" action={act}>
        <p>{t(`${step}.text`, { month: nameOf(month) })}</p>
        {actor === null || at === null ? null : (
          <p className="text-ink-2">
            {t.rich('decidedBy', { who: actor.name ?? actor.id, when: moment(at), bdi: (text) => <bdi>{text}</bdi> })}
          </p>
        )}
      </Notice>
      {withdraw.error === null ? null : (
        <Notice tone="danger" live>
          {ofFailure(readFailure(withdraw.error))}
        </Notice>
      )}
    </>
  );
}
