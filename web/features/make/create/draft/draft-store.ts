import { useSyncExternalStore } from 'react';
import type { OptionValue, ProcedureName, SourceRole } from '@src/creation/procedures/params.shared';
import { createEmitter } from '@/lib/emitter';
import { emptyDraft, readDraft, type Draft } from './draft';
import { placed, readGivenTo, type Given, type GivenTo } from './given-inputs';
import { recalled } from './likeness';
import { workRole, type DraftRequest } from './draft-request';

/** State of one call's form: draft, inputs, and the task shown next to it. */
export interface FormState {
  readonly draft: Draft;
  readonly given: GivenTo;
  /** Id of the task on the stage; undefined while the stage shows the input. */
  readonly shown?: string | undefined;
}

const keyOf = (procedure: ProcedureName): string => `kinora.desk.${procedure}`;
const forms = new Map<ProcedureName, FormState>();
const empties = new Map<ProcedureName, FormState>();
const changes = createEmitter();

/**
 * A form bound from elsewhere, such as a node of a board: while it is bound, the fields of its call read and change it.
 */
export interface BoundForm {
  /** Of what lends it. */
  readonly id: string;
  readonly procedure: ProcedureName;
  readonly state: FormState;
  readonly onChange: (change: Partial<Draft>) => void;
}
let bound: BoundForm | undefined;

/** Binds a form to the fields of its call, in place of the last one; undefined restores the tab's own form. */
export function bindForm(form: BoundForm | undefined): void {
  bound = form;
  changes.emit();
}

/** Whether a form is bound. */
export const useIsBound = (id: string): boolean =>
  useSyncExternalStore(
    changes.subscribe,
    () => bound?.id === id,
    () => false,
  );

function emptyForm(procedure: ProcedureName): FormState {
  const known = empties.get(procedure) ?? { draft: emptyDraft(procedure), given: {} };
  empties.set(procedure, known);
  return known;
}

function stored(procedure: ProcedureName): FormState {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(keyOf(procedure)) ?? 'null');
    if (typeof read !== 'object' || read === null) return emptyForm(procedure);
    const { draft, given, shown }: Readonly<Record<string, unknown>> = { ...read };
    // Older versions stored the inputs next to the draft.
    return {
      draft: readDraft(draft, procedure),
      given: readGivenTo(given ?? read, procedure),
      shown: typeof shown === 'string' ? shown : undefined,
    };
  } catch {
    return emptyForm(procedure);
  }
}

function ownForm(procedure: ProcedureName): FormState {
  const known = forms.get(procedure) ?? stored(procedure);
  forms.set(procedure, known);
  return known;
}

/** The current form of a call. */
export const formOf = (procedure: ProcedureName): FormState =>
  bound?.procedure === procedure ? bound.state : ownForm(procedure);

/** Changes a call's own form. It is stored for the tab and survives reloads. */
export function changeForm(procedure: ProcedureName, change: Partial<FormState>): void {
  const next = {
    ...ownForm(procedure),
    ...change,
    ...(change.given === undefined ? {} : { given: recalled(change.given) }),
  };
  forms.set(procedure, next);
  try {
    sessionStorage.setItem(keyOf(procedure), JSON.stringify(next));
  } catch {
    // Storage is full or blocked: the form works, but a reload loses it.
  }
  changes.emit();
}

/** Changes a call's form. */
export function changeDraft(change: Partial<Draft>, procedure: ProcedureName = 'text2Image.create'): void {
  if (bound?.procedure === procedure) bound.onChange(change);
  else changeForm(procedure, { draft: { ...ownForm(procedure).draft, ...change } });
}

/** Sets options of a declarative form. */
export const changeOptions = (change: Readonly<Record<string, OptionValue>>, procedure: ProcedureName): void =>
  changeDraft({ options: { ...formOf(procedure).draft.options, ...change } }, procedure);

/** Sets options of a declarative form that nobody has changed. */
export function beginWith(change: Readonly<Record<string, OptionValue>>, procedure: ProcedureName): void {
  if (formOf(procedure).draft.options === emptyForm(procedure).draft.options) changeOptions(change, procedure);
}

/** Copies the prompt of one form to another; an empty prompt is not copied. */
export function carryWords(from: ProcedureName, to: ProcedureName): void {
  const { prompt } = formOf(from).draft;
  if (from !== to && prompt.trim() !== '') changeDraft({ prompt }, to);
}

/** Sets or removes an input. If it is the main input, the stage shows it in place of the last result. */
export function give(procedure: ProcedureName, role: SourceRole, given: Given | undefined): void {
  changeForm(procedure, {
    given: placed(procedure, formOf(procedure).given, role, given),
    ...(role === workRole(procedure) ? { shown: undefined } : {}),
  });
}

/** The form state of a call, shared by home, form and sheet. */
export function useFormState(procedure: ProcedureName): FormState {
  return useSyncExternalStore(
    changes.subscribe,
    () => formOf(procedure),
    () => emptyForm(procedure),
  );
}

export const useDraft = (procedure: ProcedureName = 'text2Image.create'): Draft => useFormState(procedure).draft;

/** The draft request of the current form. */
export const requestOf = (procedure: ProcedureName, { draft, given }: FormState): DraftRequest => ({
  procedure,
  draft,
  given,
});
