import { useSyncExternalStore } from 'react';
import type { OptionValue, ProcedureName, SourceRole } from '@src/creation/procedures/params.shared';
import { createEmitter } from '@/lib/emitter';
import { emptyDraft, readDraft, type Draft } from './draft';
import { placed, readGivenTo, type Given, type GivenTo } from './given-inputs';
import { recalled } from './likeness';
import { workRole, type DraftRequest } from './draft-request';

/** One call's form with what it is made from, and the task that is looked at beside it. */
export interface FormState {
  readonly draft: Draft;
  readonly given: GivenTo;
  /** Id of the task on the stage; nothing while the image itself is worked on. */
  readonly shown?: string | undefined;
}

const keyOf = (procedure: ProcedureName): string => `kinora.desk.${procedure}`;
const forms = new Map<ProcedureName, FormState>();
const empties = new Map<ProcedureName, FormState>();
const changes = createEmitter();

/** A form that stands elsewhere, such as at a node of a board: for as long as it is lent, the fields of its call show and change that one. */
export interface BoundForm {
  /** Of what lends it. */
  readonly id: string;
  readonly procedure: ProcedureName;
  readonly state: FormState;
  readonly onChange: (change: Partial<Draft>) => void;
}
let bound: BoundForm | undefined;

/** Lends a form to the fields of its call, in place of the one that was lent before; nothing gives back the tab's own. */
export function bindForm(form: BoundForm | undefined): void {
  bound = form;
  changes.emit();
}

/** Whether something lends its form now. */
export const useIsBound = (id: string): boolean => useSyncExternalStore(changes.subscribe, () => bound?.id === id, () => false);

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
    // What was given once stood beside the draft.
    return { draft: readDraft(draft, procedure), given: readGivenTo(given ?? read, procedure), shown: typeof shown === 'string' ? shown : undefined };
  } catch {
    return emptyForm(procedure);
  }
}

function ownForm(procedure: ProcedureName): FormState {
  const known = forms.get(procedure) ?? stored(procedure);
  forms.set(procedure, known);
  return known;
}

/** What stands on a call's desk now. */
export const formOf = (procedure: ProcedureName): FormState => (bound?.procedure === procedure ? bound.state : ownForm(procedure));

/** Changes what stands on a call's own desk, wherever it is shown. It is kept for the tab, through reloads. */
export function changeForm(procedure: ProcedureName, change: Partial<FormState>): void {
  const next = { ...ownForm(procedure), ...change, ...(change.given === undefined ? {} : { given: recalled(change.given) }) };
  forms.set(procedure, next);
  try {
    sessionStorage.setItem(keyOf(procedure), JSON.stringify(next));
  } catch {
    // No room or no right to store: the form still works, only a reload forgets it.
  }
  changes.emit();
}

/** Changes a call's form. */
export function changeDraft(change: Partial<Draft>, procedure: ProcedureName = 'text2Image.create'): void {
  if (bound?.procedure === procedure) bound.onChange(change);
  else changeForm(procedure, { draft: { ...ownForm(procedure).draft, ...change } });
}

/** Sets what a plain call asks. */
export const changeOptions = (change: Readonly<Record<string, OptionValue>>, procedure: ProcedureName): void => changeDraft({ options: { ...formOf(procedure).draft.options, ...change } }, procedure);

/** Sets what a plain call asks, on a desk where nobody has set anything. */
export function beginWith(change: Readonly<Record<string, OptionValue>>, procedure: ProcedureName): void {
  if (formOf(procedure).draft.options === emptyForm(procedure).draft.options) changeOptions(change, procedure);
}

/** Takes the words of one form along to another, in place of those that stood there; where none were written, those stay. */
export function carryWords(from: ProcedureName, to: ProcedureName): void {
  const { prompt } = formOf(from).draft;
  if (from !== to && prompt.trim() !== '') changeDraft({ prompt }, to);
}

/** Puts something into one of a form's places, or takes it from there; where that is what the call works on, it is worked on now, not what came of the one before. */
export function give(procedure: ProcedureName, role: SourceRole, given: Given | undefined): void {
  changeForm(procedure, { given: placed(procedure, formOf(procedure).given, role, given), ...(role === workRole(procedure) ? { shown: undefined } : {}) });
}

/** What stands on a call's desk, shared by home, the form and the sheet. */
export function useFormState(procedure: ProcedureName): FormState {
  return useSyncExternalStore(changes.subscribe, () => formOf(procedure), () => emptyForm(procedure));
}

export const useDraft = (procedure: ProcedureName = 'text2Image.create'): Draft => useFormState(procedure).draft;

/** What would be made from a desk as it stands. */
export const requestOf = (procedure: ProcedureName, { draft, given }: FormState): DraftRequest => ({ procedure, draft, given });
