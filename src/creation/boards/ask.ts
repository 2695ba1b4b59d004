import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { FORMS, inputOf, rolesOf, slotsOf, type Asked, type SourceRef, type SourceRole } from '../tasks/task.shared.js';
import { takesWords } from './board.shared.js';
import type { Planned } from './run.js';

/** What a press sends beside what stands on the node. */
export interface Pressed {
  readonly requestId: string;
  readonly price: Asked['input']['price'];
  readonly projectId?: string | undefined;
}

export type Given = readonly { readonly role: SourceRole; readonly ref: SourceRef }[];

/**
 * A node as the call that it stands for, read by that call's own schema: what could not be pressed in its form cannot be run here.
 * @param consent whether it was said that whoever is shown consents
 * @returns VALIDATION_ERROR {field} of the first setting, or place, that is wrong or missing
 */
export function ask(step: Pick<Planned, 'procedure' | 'model' | 'settings' | 'prompt'>, given: Given, pressed: Pressed, consent: boolean): Result<Asked, ProductError> {
  const { procedure, model, settings, prompt } = step;
  const { projectId, ...press } = pressed;
  const { background, ...slots } = slotted(step, given);
  const read = inputOf(procedure).safeParse({
    ...settings, ...slots, ...behind(step, background), ...press, model, ...(takesWords(procedure) ? { prompt } : {}), ...(projectId === undefined ? {} : { projectId }),
    ...(FORMS[procedure].likeness === true && consent ? { consent: true } : {}),
  });
  // The schema of this call has just read the input.
  return read.success ? ok({ procedure, input: read.data } as Asked) : err(productError('VALIDATION_ERROR', { field: read.error.issues[0]?.path.join('.') ?? '' }));
}

/** What is given, by the names of the call's places; of several in one place in their order, closed up. */
function slotted({ procedure }: Pick<Planned, 'procedure'>, given: Given): Readonly<Record<string, SourceRef | readonly SourceRef[]>> {
  return Object.fromEntries(slotsOf(FORMS[procedure]).flatMap((slot) => {
    const refs = rolesOf(slot.name, slot).flatMap((role) => given.filter((one) => one.role === role).map(({ ref }) => ref));
    const [first] = refs;
    return first === undefined ? [] : [[slot.name, slot.most === 1 ? first : refs]];
  }));
}

/** What is put behind a subject: the one call that has its words, or its picture, within a setting. */
function behind({ procedure, settings, prompt }: Pick<Planned, 'procedure' | 'settings' | 'prompt'>, background: unknown): Readonly<Record<string, unknown>> {
  if (procedure !== 'imageTools.backgroundChanger') return background === undefined ? {} : { background };
  const said = settings['background'];
  const set = typeof said === 'object' && said !== null && !Array.isArray(said) ? said : { kind: background === undefined ? 'prompt' : 'image' };
  return { background: { ...set, ...(set['kind'] === 'prompt' ? { prompt } : {}), ...(set['kind'] === 'image' ? { image: background } : {}) } };
}
