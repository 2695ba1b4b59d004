import { defined } from '@src/kernel/defined.shared';
import {
  demandOf,
  FORMS,
  PROMPT_MAX,
  readTimeline,
  rolesOf,
  slotOf,
  slotsOf,
  SOURCE_ROLES,
  type GivenKind,
  type Params,
  type ProcedureName,
  type PromptUse,
  type SlotName,
  type SourceRole,
} from '@src/creation/procedures/params.shared';
import type { SourceFacts } from '@src/creation/procedures/plan.shared';
import type { CreationRequest, TaskView } from '@src/creation/tasks/task.shared';
import { productNow } from '@/lib/product-time';
import { draftOf, seedOf, type Draft } from './draft';
import { ofSources, type Given, type GivenTo } from './given-inputs';

/** A draft request: the call, its draft and its inputs. */
export interface DraftRequest {
  readonly procedure: ProcedureName;
  readonly draft: Draft;
  readonly given: GivenTo;
  /** Project of the creation; the selected one if left out. */
  readonly projectId?: string | undefined;
  /** The draft that the request makes final, and the credits that are deducted for it. */
  readonly final?: { readonly draftId: string; readonly deductible: number } | undefined;
  /** Credits that the author of the recipe asks; 0 if left out. */
  readonly surcharge?: number | undefined;
}

/** Role of a call's main input; undefined if it needs only a prompt. */
export function mainRole(procedure: ProcedureName): SourceRole | undefined {
  const [first] = slotsOf(FORMS[procedure]).filter(({ min }) => min > 0);
  return first === undefined ? undefined : rolesOf(first.name, first)[0];
}

/** The same, including an optional main input. */
export function workRole(procedure: ProcedureName): SourceRole | undefined {
  const [first] = slotsOf(FORMS[procedure]);
  return mainRole(procedure) ?? (first === undefined ? undefined : rolesOf(first.name, first)[0]);
}

/** The main input of a request. */
export function mainOf({ procedure, given }: Pick<DraftRequest, 'procedure' | 'given'>): Given | undefined {
  const role = workRole(procedure);
  return role === undefined ? undefined : given[role];
}

/** Calls that work where something is marked on the image. */
export const needsMask = (procedure: ProcedureName): boolean => FORMS[procedure].slots.mask !== undefined;

/** The call and its settings, as the server stores them. */
// The draft's options were read by the same definition.
export const paramsOf = ({ procedure, draft }: Pick<DraftRequest, 'procedure' | 'draft'>): Params =>
  ({ procedure, ...draft.options }) as Params;

const filledSlots = (given: GivenTo): ReadonlySet<SlotName> =>
  new Set(SOURCE_ROLES.filter((role) => given[role] !== undefined).map(slotOf));

/** The kinds of the files that fill a call's slots. */
export const kindsOf = (given: GivenTo): Readonly<Partial<Record<SlotName, GivenKind>>> =>
  Object.fromEntries(
    SOURCE_ROLES.flatMap((role) => (given[role] === undefined ? [] : [[slotOf(role), given[role].kind]])),
  );

/** What a request needs, given its settings and files. */
const demand = ({ procedure, draft, given }: Pick<DraftRequest, 'procedure' | 'draft' | 'given'>) =>
  demandOf(procedure, draft.options, filledSlots(given));

/**
 * What is given as the plan sees it. A mask that is still to be painted will be as large as what it is painted on.
 * @param now milliseconds since the epoch
 */
export function factsOf(request: DraftRequest, now = productNow()): readonly SourceFacts[] {
  const { ignored } = demand(request);
  return slotsOf(FORMS[request.procedure])
    .flatMap((slot) => rolesOf(slot.name, slot))
    .flatMap((role): readonly SourceFacts[] => {
      const given = role === 'mask' ? mainOf(request) : request.given[role];
      if (given === undefined || ignored.includes(slotOf(role))) return [];
      const { width, height, seconds, bytes, madeAt } = given;
      return [
        {
          role,
          width,
          height,
          bytes,
          ...defined({ seconds }),
          ...(madeAt === undefined ? {} : { ageMs: now - madeAt }),
        },
      ];
    });
}

/** What a press adds to a draft. */
export type Envelope = Pick<
  CreationRequest['input'],
  'requestId' | 'model' | 'price' | 'projectId' | 'draftId' | 'originId' | 'modelSettings' | 'loras'
> & { readonly seed: number };

/** The call with its input; undefined while a file that it needs, or consent, is missing. */
export function creationRequestOf(
  { procedure, draft, given }: DraftRequest,
  { seed, ...envelope }: Envelope,
): CreationRequest | undefined {
  const form = FORMS[procedure];
  const { prompt, required, ignored } = demand({ procedure, draft, given });
  const slots = slotsOf(form)
    .filter(({ name }) => !ignored.includes(name))
    .map((slot) => ({ ...slot, refs: rolesOf(slot.name, slot).flatMap((role) => given[role]?.ref ?? []) }));
  if (
    slots.some(({ name, min, refs }) => refs.length < (required.includes(name) ? Math.max(1, min) : min)) ||
    lacksConsent({ procedure, given })
  )
    return undefined;
  const sources = slots.flatMap(({ name, max, refs }) =>
    refs.length === 0 ? [] : [[name, max === 1 ? refs[0] : refs] as const],
  );
  const words = {
    prompt: prompt === 'none' ? '' : draft.prompt.trim(),
    negativePrompt: prompt === 'none' || form.negativePrompt === false ? '' : draft.negativePrompt.trim(),
  };
  // The definition that the type follows from has made the draft.
  return {
    procedure,
    input: {
      ...envelope,
      ...words,
      count: form.batch ? draft.count : 1,
      seed,
      ...(form.likeness === true ? { consent: true } : {}),
      ...draft.options,
      ...Object.fromEntries(sources),
    },
  } as CreationRequest;
}

/** Whether the call edits a person's likeness and an input lacks the declaration of consent. */
export const lacksConsent = ({ procedure, given }: Pick<DraftRequest, 'procedure' | 'given'>): boolean =>
  FORMS[procedure].likeness === true &&
  slotsOf(FORMS[procedure]).some(
    (slot) =>
      slot.name !== 'mask' &&
      rolesOf(slot.name, slot).some((role) => given[role] !== undefined && given[role].consented !== true),
  );

export type DraftProblem =
  | `${SlotName}-missing`
  | 'consent-missing'
  | 'mask-empty'
  | 'text-missing'
  | 'prompt-empty'
  | 'words-or-picture'
  | 'prompt-too-long'
  | 'negative-too-long'
  | 'style-or-words'
  | 'nothing-to-restore'
  | 'seed-wrong';

/** Whether a call takes a prompt, given its settings and files. */
export const promptUseOf = (request: Pick<DraftRequest, 'procedure' | 'draft' | 'given'>): PromptUse =>
  demand(request).prompt;

/** The first of a form's slots that still needs a file. */
function missingSlot(request: DraftRequest): SlotName | undefined {
  const { required } = demand(request);
  return slotsOf(FORMS[request.procedure]).find(
    (slot) =>
      slot.name !== 'mask' &&
      rolesOf(slot.name, slot).filter((role) => request.given[role] !== undefined).length <
        (required.includes(slot.name) ? 1 : slot.min),
  )?.name;
}

/** Whether the main input is missing, so that size and length of the result are unknown. */
export function lacksMain(request: DraftRequest): boolean {
  const role = mainRole(request.procedure);
  return role !== undefined && missingSlot(request) === slotOf(role);
}

/**
 * The first problem that keeps a request from being sent.
 * @param marked whether something is marked on the image, where a mask is painted
 */
export function problemOf(request: DraftRequest, marked = true): DraftProblem | undefined {
  const { procedure, draft } = request;
  const slot = missingSlot(request);
  if (slot !== undefined) return `${slot}-missing`;
  if (needsMask(procedure) && !marked) return 'mask-empty';
  const isTextMissing = Object.entries(FORMS[procedure].options).some(([name, option]) => {
    const value = draft.options[name];
    if (option.kind === 'timeline') return readTimeline(value)?.texts.some(({ text }) => text.trim() === '') === true;
    return option.kind === 'text' && option.min > 0 && (typeof value !== 'string' || value.trim() === '');
  });
  const words = promptUseOf(request);
  const prompt = draft.prompt.trim();
  if (words === 'required' && prompt === '') return 'prompt-empty';
  if (FORMS[procedure].needsAnyInput === true && prompt === '' && factsOf(request).length === 0)
    return 'words-or-picture';
  const promptProblem = prompt === '' ? FORMS[procedure].promptProblem?.(draft.options) : undefined;
  if (promptProblem !== undefined) return promptProblem;
  const optionsProblem = FORMS[procedure].optionsProblem?.(draft.options);
  if (optionsProblem !== undefined) return optionsProblem;
  if (isTextMissing) return 'text-missing';
  if (lacksConsent(request)) return 'consent-missing';
  if (words !== 'none' && prompt.length > PROMPT_MAX) return 'prompt-too-long';
  if (words !== 'none' && draft.negativePrompt.trim().length > PROMPT_MAX) return 'negative-too-long';
  return seedOf(draft.seed) === 'wrong' ? 'seed-wrong' : undefined;
}

/** The same, with consent to the likeness of everybody in it. */
export const declared = (given: GivenTo): GivenTo =>
  Object.fromEntries(Object.entries(given).map(([role, one]) => [role, { ...one, consented: true }]));

/**
 * The request that repeats a creation from the same sources, in the same project. @param keepSeed whether it uses the
 * same seed
 */
export function requestOfTask(task: TaskView, keepSeed: boolean): DraftRequest {
  // The seed that the engine used, which may differ from the requested one. Several outputs count on from the first.
  const [first] = task.outputs;
  const seed = first?.index === 0 && first.state === 'ready' ? first.seed : task.input.seed;
  return {
    procedure: task.procedure,
    draft: draftOf({ ...task, input: { ...task.input, seed } }, keepSeed),
    given: FORMS[task.procedure].likeness === true ? declared(ofSources(task)) : ofSources(task),
    projectId: task.projectId,
  };
}

/**
 * The request that makes the final of one output of a draft: same words, settings, sources and seed, by another model.
 */
export function finalRequestOf(task: TaskView, index: number, model: string): DraftRequest {
  const request = requestOfTask(task, true);
  const seed = task.outputs[index]?.seed ?? task.input.seed;
  const isSeeded = FORMS[task.procedure].seeded;
  return {
    ...request,
    draft: { ...request.draft, model, count: 1, origin: task.origin, ...(isSeeded ? { seed: String(seed) } : {}) },
    final: { draftId: task.id, deductible: task.deductible ?? 0 },
  };
}
