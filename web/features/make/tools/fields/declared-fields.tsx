'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { defined } from '@src/kernel/defined.shared';
import { FORMS, type ProcedureName } from '@src/creation/procedures/params.shared';
import { Advanced } from '@/features/make/create/form/advanced';
import { CountPicker } from '@/features/make/create/form/count-picker';
import type { FieldsContext } from '@/features/make/create/form/create-form';
import { changeDraft, useFormState, useDraft } from '@/features/make/create/draft/draft-store';
import { PromptField } from '@/features/make/create/form/prompt-field';
import { promptUseOf } from '@/features/make/create/draft/draft-request';
import { ConsentField } from './consent-field';
import { OptionFields } from './option-fields';
import { SlotFields } from './slot-fields';

export interface PlainFieldsProps {
  readonly procedure: ProcedureName;
  readonly context: FieldsContext;
  readonly own?: ReactNode;
  readonly without?: readonly string[];
  readonly promptLabels?: { readonly label: string; readonly placeholder: string; readonly help?: string };
}

/**
 * The form of a procedure with a declarative definition: inputs, prompt and options.
 * @param own custom controls that replace the options in `without`
 * @param promptLabels label and example of the prompt, where it does not describe the picture
 */
export function PlainFields({ procedure, context, own, without, promptLabels }: PlainFieldsProps) {
  const t = useTranslations('tools');
  const draft = useDraft(procedure);
  const { given } = useFormState(procedure);
  const form = FORMS[procedure];
  const words = promptUseOf({ procedure, draft, given });
  return (
    <>
      <SlotFields procedure={procedure} />
      {words === 'none' ? null : (
        <PromptField
          procedure={procedure}
          label={promptLabels?.label ?? t('words.label')}
          placeholder={promptLabels?.placeholder ?? t('words.placeholder')}
          {...(words === 'optional' ? { help: promptLabels?.help ?? t('words.optional') } : {})}
          problem={context.problem}
          onSubmitKey={context.onSubmitKey}
        />
      )}
      {own}
      <OptionFields procedure={procedure} context={context} {...defined({ without })} />
      {form.likeness === true ? <ConsentField procedure={procedure} context={context} /> : null}
      {form.batch ? <CountPicker value={draft.count} onChange={(count) => changeDraft({ count }, procedure)} /> : null}
      {form.seeded ? (
        <Advanced draft={draft} onChange={(change) => changeDraft(change, procedure)} hidesPrompt={words === 'none'} />
      ) : null}
    </>
  );
}
