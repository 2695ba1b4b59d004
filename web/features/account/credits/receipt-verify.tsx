'use client';

import { useMutation } from '@tanstack/react-query';
import { Check, CircleAlert, Clock } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { RECEIPT_BYTES } from '@src/credits/proof/limits.shared';
import type { Fault, Verdict } from '@src/credits/proof/verify.shared';
import { localZone } from '@/features/core/days';
import { Card } from '@/ui/content/card';
import { DropZone } from '@/ui/form/drop-zone';
import { Icon } from '@/ui/icon';
import { Skeleton } from '@/ui/content/skeleton';
import { checkReceipt, type Checked } from './receipt-check';

/** Drop area for a receipt. Explains what the receipt proves, or its first error. */
export function ReceiptVerify() {
  const t = useTranslations('credits.receipt');
  const { mutate, data, isPending } = useMutation({ mutationFn: checkReceipt });
  return (
    <Card className="grid gap-4">
      <div className="grid gap-1">
        <h2 className="text-md font-strong">{t('title')}</h2>
        <p className="text-sm text-ink-2">{t('text')}</p>
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        <DropZone
          title={t('drop')}
          hint={t('hint')}
          accept={['application/json']}
          maxBytes={RECEIPT_BYTES}
          onFiles={([file]) => (file === undefined ? undefined : mutate(file))}
        />
        <div aria-live="polite">
          {isPending ? (
            <div role="status" aria-label={t('checking')} className="grid gap-2">
              {Array.from({ length: 5 }, (_, index) => (
                <Skeleton key={index} className="h-5" />
              ))}
            </div>
          ) : null}
          {data === undefined || isPending ? null : <Result {...data} />}
        </div>
      </div>
    </Card>
  );
}

function Result({ verdict, keysMissing }: Checked) {
  const t = useTranslations('credits.receipt');
  return (
    <div className="grid gap-3 text-sm">
      <Heading verdict={verdict} />
      <ul className="grid gap-1.5">
        {verdict.steps.map((step) => (
          <li key={step} className="flex items-start gap-2">
            <Icon of={Check} size="s" className="mt-0.5 shrink-0 text-success" />
            {t(`steps.${step}`)}
          </li>
        ))}
        {verdict.outcome === 'failed' ? (
          <li className="flex items-start gap-2 text-danger">
            <Icon of={CircleAlert} size="s" className="mt-0.5 shrink-0" />
            <span className="min-w-0 break-words">
              <FaultWords fault={verdict.fault} />
            </span>
          </li>
        ) : null}
      </ul>
      {keysMissing && verdict.outcome === 'proved' ? (
        <p className="break-all text-ink-2">{t('keysMissing', { kid: verdict.kid })}</p>
      ) : null}
      {verdict.outcome === 'pending' ? <p className="text-ink-2">{t('pendingText')}</p> : null}
      {verdict.outcome === 'failed' ? null : <Story story={verdict.story} />}
    </div>
  );
}

function Heading({ verdict }: { readonly verdict: Verdict }) {
  const t = useTranslations('credits.receipt');
  const day = useDay();
  switch (verdict.outcome) {
    case 'proved':
      return (
        <h3 className="flex items-center gap-2 font-strong text-success">
          <Icon of={Check} size="s" />
          {t('proved', { day: day(verdict.day) })}
        </h3>
      );
    case 'pending':
      return (
        <h3 className="flex items-center gap-2 font-strong">
          <Icon of={Clock} size="s" />
          {t('pending')}
        </h3>
      );
    case 'failed':
      return (
        <h3 className="flex items-center gap-2 font-strong text-danger">
          <Icon of={CircleAlert} size="s" />
          {t('failed')}
        </h3>
      );
    default:
      return verdict satisfies never;
  }
}

function FaultWords({ fault }: { readonly fault: Fault }) {
  const t = useTranslations('credits.receipt.faults');
  const day = useDay();
  switch (fault.what) {
    case 'event-changed':
    case 'link-broken':
      return t(fault.what, { revision: fault.revision });
    case 'unknown-key':
      return t('unknown-key', { kid: fault.kid });
    case 'root-rewritten':
      return t('root-rewritten', { day: day(fault.day) });
    case 'not-a-receipt':
    case 'line-incomplete':
    case 'proof-wrong':
    case 'signature-wrong':
    case 'unsupported':
      return t(fault.what);
    default:
      return fault satisfies never;
  }
}

/** The story that the verified events tell. */
function Story({ story }: { readonly story: Extract<Verdict, { readonly outcome: 'proved' }>['story'] }) {
  const t = useTranslations('credits.receipt.story');
  const format = useFormatter();
  return (
    <ol className="grid gap-1 border-t border-line pt-3">
      {story.map(({ type, at, amount }, index) => (
        <li key={index} className="flex justify-between gap-3">
          <span className="font-medium">{t(type, { amount: amount ?? 0 })}</span>
          <span className="num text-ink-3">
            {format.dateTime(at, {
              day: 'numeric',
              month: 'short',
              hour: '2-digit',
              minute: '2-digit',
              timeZone: localZone(),
            })}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Formats a root's day, which is in UTC for every reader. */
function useDay(): (day: string) => string {
  const format = useFormatter();
  return (day) => format.dateTime(new Date(day), { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
}
