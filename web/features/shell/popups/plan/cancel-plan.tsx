'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { CancelReceipt as Receipt } from '@src/billing/shop/shop.shared';
import { CancelReceipt } from '@/features/account/billing/leaving/cancel-receipt';
import { productOf } from '@/features/account/billing/product-of';
import { NO_REASONS, trimmedReasons } from '@/features/account/billing/leaving/leaving-reasons';
import { ActionError } from '@/features/account/billing/action-error';
import { useRequestId } from '@/features/account/billing/use-plan-actions';
import { WhyLeaving } from '@/features/account/billing/leaving/why-leaving';
import { WhatEnds } from '@/features/account/billing/leaving/what-ends';
import { track } from '@/lib/analytics/track';
import { refreshUntil, useOverview } from '@/lib/data/billing';
import type { PopupProps } from '@/lib/popups/names';
import { client } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Popup } from '../popup';
import type { PopupFrame } from '../frame';

/** Shows what ends when, and cancels with one press. The receipt then appears in the same popup. */
export default function CancelPlan({ subscriptionId, onClose }: PopupProps['cancelPlan'] & PopupFrame) {
  const t = useTranslations('billing');
  const { data: overview } = useOverview();
  const [said, setSaid] = useState(NO_REASONS);
  const [receipt, setReceipt] = useState<Receipt>();
  const id = useRequestId();
  const plan = overview?.subLog.currentPlan;
  const name = (plan === undefined ? undefined : productOf(plan)?.productName) ?? t('plan.title');
  const cancel = useMutation({
    mutationFn: () => {
      const { reasons, text } = trimmedReasons(said);
      const cancellation = { subscriptionId, reasons: [...reasons], ...(text === '' ? {} : { text }) };
      return client.billing.cancel.mutate({ requestId: id.of(cancellation), ...cancellation });
    },
    onSuccess: (answer) => {
      id.done();
      setReceipt(answer);
      const { reasons, text } = trimmedReasons(said);
      track({ name: 'cancel_sub', reasons: [...reasons], extra_text: text });
      refreshUntil(
        ({ subLog }) => subLog.currentPlan.subscriptionId !== subscriptionId || subLog.currentPlan.cancelAtPeriodEnd,
      );
    },
    onError: id.failed,
    meta: { shownInPage: true },
  });
  if (receipt !== undefined) {
    return (
      <Popup title={t('receipt.title')} description={t('receipt.promise', { plan: name })} onClose={onClose}>
        <CancelReceipt receipt={receipt} onDone={onClose} />
      </Popup>
    );
  }
  return (
    <Popup title={t('cancel.title', { plan: name })} onClose={onClose}>
      <div className="grid gap-4">
        {plan === undefined || overview === undefined ? null : <WhatEnds plan={plan} />}
        <WhyLeaving said={said} onSay={setSaid} />
        <ActionError error={cancel.error} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('cancel.stay')}</Button>
          <Button tone="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('cancel.go')}
          </Button>
        </div>
      </div>
    </Popup>
  );
}
