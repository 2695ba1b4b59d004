'use client';

import { Dices, History } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { KeyboardEvent } from 'react';
import { PROMPT_MAX, type ProcedureName } from '@src/creation/procedures/params.shared';
import { surprisePrompt } from '@src/engine/local/scene/surprise.shared';
import { useTasks } from '@/lib/data/tasks';
import { openPopup } from '@/lib/popups/queue';
import { Button, IconButton } from '@/ui/button';
import { Field, Textarea } from '@/ui/form/field';
import { Icon } from '@/ui/icon';
import { changeDraft, useDraft } from '../draft/draft-store';
import { recall } from '../draft/recall';
import type { DraftProblem } from '../draft/draft-request';
import { WordsReadHere } from '../prompt-reading/prompt-reading';

export interface PromptFieldProps {
  readonly procedure: ProcedureName;
  readonly label: string;
  readonly placeholder: string;
  readonly help?: string;
  readonly problem: DraftProblem | undefined;
  /** Whether to offer an example prompt. */
  readonly surprise?: boolean;
  readonly onSubmitKey: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
}

/** Restores the latest prompt, preferring one of the same procedure. @returns whether there was one */
function useLastWords(procedure: ProcedureName): () => boolean {
  const { tasks } = useTasks();
  return () => {
    const said = tasks.filter(({ input }) => input.prompt !== '');
    const last = said.find((task) => task.procedure === procedure) ?? said[0];
    if (last !== undefined) recall(last, procedure);
    return last !== undefined;
  };
}

/** The prompt field of a form. The up arrow in an empty field restores the latest prompt. */
export function PromptField({
  procedure,
  label,
  placeholder,
  help,
  problem,
  surprise = false,
  onSubmitKey,
}: PromptFieldProps) {
  const t = useTranslations('image');
  const ti = useTranslations('instruments.history');
  const { prompt } = useDraft(procedure);
  const recallLast = useLastWords(procedure);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key === 'ArrowUp' && prompt === '' && recallLast()) return event.preventDefault();
    return onSubmitKey(event);
  };
  const over = prompt.trim().length - PROMPT_MAX;
  const error = over > 0 ? t('prompt.tooLong', { over }) : problem === 'prompt-empty' ? t('prompt.empty') : undefined;
  return (
    <div className="grid gap-2">
      <Field
        label={label}
        help={help}
        error={error}
        aside={
          <span className="-my-1.5 -me-2 flex items-center">
            {surprise ? (
              <Button
                tone="quiet"
                size="sm"
                icon={<Icon of={Dices} size="s" />}
                onClick={() => changeDraft({ prompt: surprisePrompt(Math.random) }, procedure)}
              >
                {t('surprise')}
              </Button>
            ) : null}
            <IconButton label={ti('open')} size="sm" onClick={() => openPopup('promptHistory', { procedure })}>
              <Icon of={History} size="s" />
            </IconButton>
          </span>
        }
      >
        {({ id, describedBy, invalid }) => (
          <Textarea
            id={id}
            name="prompt"
            aria-describedby={describedBy}
            aria-invalid={invalid}
            className="min-h-[108px]"
            value={prompt}
            placeholder={placeholder}
            onKeyDown={onKeyDown}
            onChange={(event) => changeDraft({ prompt: event.target.value }, procedure)}
          />
        )}
      </Field>
      <WordsReadHere />
    </div>
  );
}
