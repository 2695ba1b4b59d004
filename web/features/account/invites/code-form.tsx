'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { SKIP_ERROR_CHAIN, useForm } from '@/features/core/use-form';
import { readFailure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import { trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Field, Input } from '@/ui/form/field';
import { useAcceptedWords } from './accepted-words';

const FIELDS = ['code'] as const;

/** A friend's code, typed in instead of opening the link. */
export function CodeForm() {
  const t = useTranslations('invites.code');
  const { ofFailure } = useErrorWords();
  const wordsOf = useAcceptedWords();
  const [code, setCode] = useState('');
  const [accepted, setAccepted] = useState<string>();
  const accept = useMutation(trpc.rewards.acceptInvite.mutationOptions(SKIP_ERROR_CHAIN));
  const form = useForm<'code'>({
    fields: FIELDS,
    read: (error) => ({ field: 'code', message: ofFailure(readFailure(error)) }),
    send: async () => {
      if (code.trim() === '') return [{ field: 'code', message: t('missing') }];
      setAccepted(wordsOf(await accept.mutateAsync({ code })));
      return undefined;
    },
  });
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-lg font-strong tracking-title">{t('title')}</h2>
      {accepted === undefined ? (
        <form {...form.early} onSubmit={form.submit} className="grid gap-3" noValidate>
          <Field {...form.at.code} label={t('label')} help={t('help')}>
            {({ id, describedBy, invalid }) => (
              <Input
                id={id}
                name="code"
                dir="ltr"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={64}
                aria-describedby={describedBy}
                aria-invalid={invalid}
                value={code}
                onChange={(event) => setCode(event.target.value)}
                className="text-start"
              />
            )}
          </Field>
          <Button type="submit" busy={form.busy} className="justify-self-start">
            {t('press')}
          </Button>
        </form>
      ) : (
        <p role="status" className="text-sm text-ink-2">
          {accepted}
        </p>
      )}
    </Card>
  );
}
