'use client';

import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { Button } from '@/ui/button';
import { Field, Input } from '@/ui/form/field';

/** Maximum length of a code. */
const CODE_LENGTH = 40;

/**
 * Coupon field, collapsed until opened. Coupon codes are not case-sensitive.
 * @param isKnown whether the discount is already shown
 */
export function CouponField({
  code,
  isKnown,
  error,
  onApply,
}: {
  readonly code: string | undefined;
  readonly isKnown: boolean;
  readonly error: string | undefined;
  readonly onApply: (code: string | undefined) => void;
}) {
  const t = useTranslations('popups.paymentConfirm');
  const [open, setOpen] = useState(code !== undefined);
  const [written, setWritten] = useState(code ?? '');
  const id = useId();
  if (!open) {
    return (
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="inline-flex min-h-6 items-center justify-self-start text-sm text-ink-2 underline underline-offset-2"
      >
        {t('code')}
      </button>
    );
  }
  const trimmed = written.trim().toUpperCase();
  const isApplied = code !== undefined && trimmed === code;
  return (
    <form
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        onApply(trimmed === '' || isApplied ? undefined : trimmed);
        if (isApplied) setWritten('');
      }}
    >
      <Field id={id} label={t('codeLabel')} error={error} {...(isApplied && !isKnown ? { help: t('codeTaken') } : {})}>
        {({ describedBy, invalid }) => (
          <div className="flex gap-2">
            <Input
              id={id}
              value={written}
              onChange={(event) => setWritten(event.target.value)}
              maxLength={CODE_LENGTH}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              dir="ltr"
              aria-describedby={describedBy}
              aria-invalid={invalid || undefined}
              className="min-w-0 flex-1 uppercase"
            />
            <Button type="submit" disabled={trimmed === ''}>
              {isApplied ? t('remove') : t('apply')}
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}
