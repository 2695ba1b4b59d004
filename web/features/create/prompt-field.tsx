'use client';

import { Dices } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { KeyboardEvent } from 'react';
import { PROMPT_MAX, type ProcedureName } from '@src/creation/picture.shared';
import { surprisePrompt } from '@src/creation/engine/scene/surprise.shared';
import { Button } from '@/ui/button';
import { Field, Textarea } from '@/ui/field';
import { Icon } from '@/ui/icon';
import { changeDraft, useDraft } from './draft-store';
import type { WishProblem } from './wish';

export interface PromptFieldProps {
  readonly procedure: ProcedureName;
  readonly label: string;
  readonly placeholder: string;
  readonly help?: string;
  readonly problem: WishProblem | undefined;
  /** Offers words to start from. */
  readonly surprise?: boolean;
  readonly onSubmitKey: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
}

/** The words of a form. */
export function PromptField({ procedure, label, placeholder, help, problem, surprise = false, onSubmitKey }: PromptFieldProps) {
  const t = useTranslations('image');
  const { prompt } = useDraft(procedure);
  const over = prompt.trim().length - PROMPT_MAX;
  const error = over > 0 ? t('prompt.tooLong', { over }) : problem === 'prompt-empty' ? t('prompt.empty') : undefined;
  return (
    <Field
      label={label}
      help={help}
      error={error}
      aside={
        surprise ? (
          <Button tone="quiet" size="sm" className="-my-1.5 -me-2" icon={<Icon of={Dices} size="s" />} onClick={() => changeDraft({ prompt: surprisePrompt(Math.random) }, procedure)}>
            {t('surprise')}
          </Button>
        ) : undefined
      }
    >
      {({ id, describedBy, invalid }) => (
        <Textarea id={id} name="prompt" aria-describedby={describedBy} aria-invalid={invalid} className="min-h-[108px]" value={prompt} placeholder={placeholder} onKeyDown={onSubmitKey} onChange={(event) => changeDraft({ prompt: event.target.value }, procedure)} />
      )}
    </Field>
  );
}
