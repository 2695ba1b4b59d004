import type { ProcedureName } from '@src/creation/procedures/params.shared';
import type { PromptView } from '@src/creation/prompts/prompts.shared';
import { draftOf, fieldsOf, type Draft } from './draft';
import { changeDraft, formOf } from './draft-store';

/**
 * A form with words that were used before: set as it was then where they were of the same call, else the words alone,
 * as far as the call takes them. A new seed each time, as when one begins. Pure.
 */
export function recalledDraft(
  { procedure, input, params }: Pick<PromptView, 'procedure' | 'input' | 'params'>,
  at: ProcedureName,
  now: Draft,
): Draft {
  if (procedure === at) return draftOf({ procedure, input, params }, false);
  return {
    ...now,
    prompt: input.prompt,
    ...(fieldsOf(at).includes('negativePrompt') ? { negativePrompt: input.negativePrompt } : {}),
  };
}

/** Fills a call's form with words that were used before. */
export const recall = (one: Pick<PromptView, 'procedure' | 'input' | 'params'>, at: ProcedureName): void =>
  changeDraft(recalledDraft(one, at, formOf(at).draft), at);
