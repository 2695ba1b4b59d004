'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import {
  POLICY_REASON_MAX,
  POLICY_REASON_MIN,
  type PolicyContent,
  type PolicyVersion,
} from '@src/moderation/policy/policy.shared';
import { useChangePolicy } from '@/lib/data/policy';
import { readFailure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Notice } from '@/ui/content/states';
import { Field, Textarea } from '@/ui/form/field';
import { isSamePolicy } from './edit';

interface SavePolicyProps {
  readonly version: PolicyVersion;
  readonly draft: PolicyContent;
  readonly onDiscard: () => void;
}

/** Confirms a changed policy with a reason. Shows nothing without a change. */
export function SavePolicy({ version, draft, onDiscard }: SavePolicyProps) {
  const t = useTranslations('policy');
  const { ofFailure } = useErrorWords();
  const change = useChangePolicy();
  const [reason, setReason] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  if (isSamePolicy(draft, version.content)) return null;
  const isShort = reason.trim().length < POLICY_REASON_MIN;
  const save = (): void => {
    setIsSubmitted(true);
    if (isShort || change.isPending) return;
    const onSuccess = (): void => {
      setReason('');
      setIsSubmitted(false);
    };
    change.mutate({ seen: version.number, reason, content: draft }, { onSuccess });
  };
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-lg font-strong tracking-title">{t('unsaved')}</h2>
      <Field
        label={t('reason')}
        help={t('reasonHelp')}
        error={isSubmitted && isShort ? t('reasonMissing', { min: POLICY_REASON_MIN }) : undefined}
      >
        {({ id, describedBy, invalid }) => (
          <Textarea
            id={id}
            className="min-h-20"
            maxLength={POLICY_REASON_MAX}
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      {change.error === null || change.variables.seen !== version.number ? null : (
        <Notice tone="danger">{ofFailure(readFailure(change.error))}</Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button tone="invert" busy={change.isPending} onClick={save}>
          {t('save')}
        </Button>
        <Button onClick={onDiscard}>{t('discard')}</Button>
      </div>
    </Card>
  );
}
