'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import {
  ACCEPT_REASONS,
  type Acceptance,
  type CheckResult,
  type CloseCheckName,
  type CloseMonth,
} from '@src/billing/close/close.shared';
import { useForm } from '@/features/core/use-form';
import { readFailure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import { client } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Field, Input } from '@/ui/form/field';
import { FormErrors } from '@/ui/form/form-errors';
import { Select } from '@/ui/form/select';
import { Dialog } from '@/ui/overlay/dialog';
import { CASE } from '../adjustments/case';
import { useFigures } from '../charts/use-figures';
import { useProblemText } from './close-checks';

type Given = Pick<Acceptance, 'reason' | 'case'>;
const NOTHING_GIVEN: Given = { reason: 'explained', case: '' };

interface SignProps {
  readonly shown: CloseMonth;
  readonly onClose: () => void;
  readonly onDone: (answer: CloseMonth) => Promise<void>;
}

/** Signs a month in the name of the caller. A failed check that may be accepted needs a reason and a case. */
export function SignDialog({ shown: { month, checks, signer }, onClose, onDone }: SignProps) {
  const t = useTranslations('finance.close');
  const { month: nameOf } = useFigures();
  const { ofFailure } = useErrorWords();
  // Kept for the life of the dialog, so that a second press closes the month once.
  const [closingId] = useState(() => crypto.randomUUID());
  const [given, setGiven] = useState<Partial<Record<CloseCheckName, Given>>>({});
  const failed = checks.filter(({ problem }) => problem !== null);
  const of = (name: CloseCheckName): Given => given[name] ?? NOTHING_GIVEN;
  const form = useForm<CloseCheckName>({
    fields: failed.map(({ name }) => name),
    read: (error) => ({ message: ofFailure(readFailure(error)) }),
    send: async () => {
      const wrong = failed.filter(({ name }) => !CASE.test(of(name).case.trim()));
      if (wrong.length > 0) return wrong.map(({ name }) => ({ field: name, message: t('caseWrong') }));
      await onDone(
        await client.close.sign.mutate({
          month,
          closingId,
          accepted: failed.map(({ name }) => ({ check: name, reason: of(name).reason, case: of(name).case.trim() })),
        }),
      );
      onClose();
      return undefined;
    },
  });
  const title = t('sign.title', { month: nameOf(month) });
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={title}
      description={t.rich('sign.text', {
        who: signer.name ?? signer.id,
        bdi: (text) => <bdi className="font-medium text-ink-1">{text}</bdi>,
      })}
      closeLabel={t('close')}
    >
      <form noValidate onSubmit={form.submit} {...form.early} className="grid gap-4">
        <FormErrors title={title} problems={form.summary} />
        {failed.map((check) => (
          <Accept
            key={check.name}
            check={check}
            given={of(check.name)}
            at={form.at[check.name]}
            onChange={(change) => setGiven({ ...given, [check.name]: { ...of(check.name), ...change } })}
          />
        ))}
        <div className="flex flex-wrap justify-end gap-2">
          <Button type="button" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" tone="invert" busy={form.busy}>
            {t('sign.confirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Accept({
  check,
  given,
  at,
  onChange,
}: {
  readonly check: CheckResult;
  readonly given: Given;
  readonly at: { readonly id: string; readonly error: string | undefined };
  readonly onChange: (change: Partial<Given>) => void;
}) {
  const t = useTranslations('finance.close');
  const problemText = useProblemText();
  return (
    <fieldset className="grid gap-3 rounded-card bg-surface-2 p-3">
      <legend className="sr-only">{t(`checks.${check.name}`)}</legend>
      <p className="text-sm">{problemText(check)}</p>
      <Field label={t('acceptReason')}>
        {({ id }) => (
          <Select
            id={id}
            label={t('acceptReason')}
            value={given.reason}
            onChange={(reason) => onChange({ reason })}
            choices={ACCEPT_REASONS.map((value) => ({ value, label: t(`acceptReasons.${value}`) }))}
          />
        )}
      </Field>
      <Field label={t('case')} help={t('caseHelp')} {...at}>
        {({ id, describedBy, invalid }) => (
          <Input
            id={id}
            aria-describedby={describedBy}
            aria-invalid={invalid}
            dir="auto"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            value={given.case}
            onChange={(event) => onChange({ case: event.target.value })}
          />
        )}
      </Field>
    </fieldset>
  );
}
