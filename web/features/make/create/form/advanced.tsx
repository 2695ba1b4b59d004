'use client';

import { ChevronDown, Dices } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Collapsible } from 'radix-ui';
import { PROMPT_MAX, SEED_MAX } from '@src/creation/procedures/params.shared';
import { randomUpTo } from '@/lib/random';
import { IconButton } from '@/ui/button';
import { Field, Input, Textarea } from '@/ui/form/field';
import { Icon } from '@/ui/icon';
import { seedOf, type Draft } from '../draft/draft';

/** Rarely used settings: the negative prompt, for a form with a prompt, and the seed. */
export function Advanced({
  draft,
  onChange,
  hidesPrompt = false,
}: {
  readonly draft: Draft;
  readonly onChange: (change: Partial<Draft>) => void;
  readonly hidesPrompt?: boolean;
}) {
  const t = useTranslations('image.advanced');
  const tp = useTranslations('image.prompt');
  const seed = draft.seed === '' ? t('randomSeed') : draft.seed;
  const over = draft.negativePrompt.trim().length - PROMPT_MAX;
  return (
    <Collapsible.Root className="grid">
      <Collapsible.Trigger className="group flex min-h-7 items-center justify-between gap-3 rounded-xs">
        <span className="text-sm font-medium">{t('label')}</span>
        <span className="num flex min-w-0 items-center gap-2 text-xs text-ink-3">
          <span className="truncate">
            {t(hidesPrompt || draft.negativePrompt === '' ? 'summary' : 'summaryNegative', { seed })}
          </span>
          <Icon of={ChevronDown} size="s" className="transition-transform quick group-data-[state=open]:rotate-180" />
        </span>
      </Collapsible.Trigger>
      <Collapsible.Content className="grid gap-4 pt-3">
        {hidesPrompt ? null : (
          <Field label={t('negative')} error={over > 0 ? tp('tooLong', { over }) : undefined}>
            {({ id, describedBy, invalid }) => (
              <Textarea
                id={id}
                aria-describedby={describedBy}
                aria-invalid={invalid}
                rows={2}
                value={draft.negativePrompt}
                placeholder={t('negativePlaceholder')}
                onChange={(event) => onChange({ negativePrompt: event.target.value })}
              />
            )}
          </Field>
        )}
        <Field
          label={t('seed')}
          help={t('seedHelp')}
          error={seedOf(draft.seed) === 'wrong' ? t('seedWrong', { max: SEED_MAX }) : undefined}
        >
          {({ id, describedBy, invalid }) => (
            <span className="flex gap-2">
              <Input
                id={id}
                aria-describedby={describedBy}
                aria-invalid={invalid}
                inputMode="numeric"
                autoComplete="off"
                className="num"
                dir="ltr"
                value={draft.seed}
                placeholder={t('randomSeed')}
                onChange={(event) => onChange({ seed: event.target.value })}
              />
              <IconButton
                label={t('newSeed')}
                tone="plain"
                onClick={() => onChange({ seed: String(randomUpTo(SEED_MAX)) })}
              >
                <Icon of={Dices} />
              </IconButton>
            </span>
          )}
        </Field>
      </Collapsible.Content>
    </Collapsible.Root>
  );
}
