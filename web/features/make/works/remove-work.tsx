'use client';

import { useTranslations } from 'next-intl';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { ReviewReason } from '@src/kernel/review.shared';
import { useJudgeWork } from '@/lib/data/works';
import { DataProvider } from '@/lib/trpc/data-provider';
import { Button } from '@/ui/button';
import { ReasonField } from '@/features/core/reason-field';

/** For moderators, on a work's page: removes it from public view for good. */
export default function RemoveWork({ id }: { readonly id: string }) {
  return (
    <DataProvider>
      <Removing id={id} />
    </DataProvider>
  );
}

function Removing({ id }: { readonly id: string }) {
  const t = useTranslations('works.review');
  const router = useRouter();
  const judge = useJudgeWork();
  const [reason, setReason] = useState<ReviewReason>('sensitive');
  return (
    <section aria-label={t('remove')} className="grid gap-3 rounded-panel bg-surface-1 p-4">
      <ReasonField value={reason} onChange={setReason} />
      <Button
        tone="danger"
        className="justify-self-start"
        busy={judge.isPending}
        onClick={() => judge.mutate({ id, verdict: { kind: 'remove', reason } }, { onSuccess: () => router.refresh() })}
      >
        {t('remove')}
      </Button>
      <p className="text-xs text-ink-3">{t('removeHelp')}</p>
    </section>
  );
}
