import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import {
  FORMS,
  inputOf,
  rolesOf,
  slotsOf,
  type CreationRequest,
  type SourceRef,
  type SourceRole,
} from '../tasks/task.shared.js';
import { takesWords } from './board.shared.js';
import type { Planned } from './run.js';

/** Fields of a request that are not on the node. */
export interface RunEnvelope {
  readonly requestId: string;
  readonly price: CreationRequest['input']['price'];
  readonly projectId?: string | undefined;
}

export type Given = readonly { readonly role: SourceRole; readonly ref: SourceRef }[];

/**
 * Turns a node into the request of its procedure and validates it with that procedure's schema. What a form refuses is
 * refused here too.
 * @param consent whether the user confirmed that the people shown consent
 * @returns VALIDATION_ERROR {field} of the first setting or source that is wrong or missing
 */
export function requestOf(
  step: Pick<Planned, 'procedure' | 'model' | 'settings' | 'prompt'>,
  given: Given,
  envelope: RunEnvelope,
  consent: boolean,
): Result<CreationRequest, ProductError> {
  const { procedure, model, settings, prompt } = step;
  const { projectId, ...envelopeFields } = envelope;
  const read = inputOf(procedure).safeParse({
    ...(FORMS[procedure].upgrade?.(settings) ?? settings),
    ...slotted(step, given),
    ...envelopeFields,
    model,
    ...(takesWords(procedure) ? { prompt } : {}),
    ...defined({ projectId }),
    ...(FORMS[procedure].likeness === true && consent ? { consent: true } : {}),
  });
  // The schema of this procedure has just validated the input.
  return read.success
    ? ok({ procedure, input: read.data } as CreationRequest)
    : err(productError('VALIDATION_ERROR', { field: read.error.issues[0]?.path.join('.') ?? '' }));
}

/** The sources by the slot names of the procedure. Several sources in one slot keep their order, without gaps. */
function slotted(
  { procedure }: Pick<Planned, 'procedure'>,
  given: Given,
): Readonly<Record<string, SourceRef | readonly SourceRef[]>> {
  return Object.fromEntries(
    slotsOf(FORMS[procedure]).flatMap((slot) => {
      const refs = rolesOf(slot.name, slot).flatMap((role) =>
        given.filter((one) => one.role === role).map(({ ref }) => ref),
      );
      const [first] = refs;
      return first === undefined ? [] : [[slot.name, slot.max === 1 ? first : refs]];
    }),
  );
}
