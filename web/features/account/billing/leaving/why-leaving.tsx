'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { CANCEL_REASONS, type CancelReason } from '@src/billing/subscription/reasons.shared';
import { cx } from '@/ui/cx';
import { Field, Textarea } from '@/ui/form/field';
import { needsText, type LeavingReasons } from './leaving-reasons';

/** The server's limit in characters. */
const MAX_TEXT = 1_000;

export function WhyLeaving({
  said,
  onSay,
}: {
  readonly said: LeavingReasons;
  readonly onSay: (said: LeavingReasons) => void;
}) {
  const t = useTranslations('billing.cancel');
  const { reasons, text } = said;
  const title = useId();
  const turn = (reason: CancelReason): void =>
    onSay({ text, reasons: reasons.includes(reason) ? reasons.filter((one) => one !== reason) : [...reasons, reason] });
  return (
    <div className="grid gap-3">
      <div role="group" aria-labelledby={title} className="grid gap-2">
        <p id={title} className="text-sm font-medium">
          {t('why')}
        </p>
        <div className="flex flex-wrap gap-1.5">
          {CANCEL_REASONS.map((reason) => {
            const isSaid = reasons.includes(reason);
            return (
              <button
                key={reason}
                type="button"
                aria-pressed={isSaid}
                onClick={() => turn(reason)}
                className={cx(
                  'inline-flex min-h-8 items-center rounded-full px-3 text-sm transition-colors quick',
                  isSaid ? 'bg-invert text-ink-on-invert' : 'bg-surface-3 text-ink-2 hover:text-ink-1',
                )}
              >
                {t(`reasons.${reason}`)}
              </button>
            );
          })}
        </div>
      </div>
      {!needsText(said) ? null : (
        <Field label={t('text')}>
          {({ id }) => (
            <Textarea
              id={id}
              rows={2}
              maxLength={MAX_TEXT}
              value={text}
              onChange={(event) => onSay({ reasons, text: event.target.value })}
            />
          )}
        </Field>
      )}
    </div>
  );
}
