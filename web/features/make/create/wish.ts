import { FORMS, isPlain, PROMPT_MAX, readTimeline, rolesOf, slotOf, slotsOf, type Params, type PlainName, type PlainParams, type ProcedureName, type SlotName, type SourceRole } from '@src/creation/picture.shared';
import type { SourceFacts } from '@src/creation/plan.shared';
import type { Asked, TaskView } from '@src/creation/task.shared';
import { productNow } from '@/lib/product-time';
import { draftOf, seedOf, type Draft } from './draft';
import { ofSources, type Given, type GivenTo } from './given';

/** What is to be made: a call, its form, and what it is made from. */
export interface DraftRequest {
  readonly procedure: ProcedureName;
  readonly draft: Draft;
  readonly given: GivenTo;
  /** Where it is to be kept; where new creations go when left out. */
  readonly projectId?: string | undefined;
}

/** The place of what a call works on; nothing for one that starts from words. */
export function mainRole(procedure: ProcedureName): SourceRole | undefined {
  const [first] = slotsOf(FORMS[procedure]).filter(({ least }) => least > 0);
  return first === undefined ? undefined : rolesOf(first.name, first)[0];
}

/** The same, or the place of what a call may work on but need not. */
export function workRole(procedure: ProcedureName): SourceRole | undefined {
  const [first] = slotsOf(FORMS[procedure]);
  return mainRole(procedure) ?? (first === undefined ? undefined : rolesOf(first.name, first)[0]);
}

/** What a call works on. */
export function mainOf({ procedure, given }: Pick<DraftRequest, 'procedure' | 'given'>): Given | undefined {
  const role = workRole(procedure);
  return role === undefined ? undefined : given[role];
}

/** Calls that work where something is marked on the picture. */
export const needsMask = (procedure: ProcedureName): boolean => FORMS[procedure].slots.mask !== undefined;

/** What sets it apart, as the server stores it. */
export function paramsOf({ procedure, draft }: Pick<DraftRequest, 'procedure' | 'draft'>): Params {
  const { style, aspect, strength, scale, background, colour, motion, seconds, resolution } = draft;
  // The draft's options were read by the same table.
  if (isPlain(procedure)) return { procedure, ...draft.options } as PlainParams;
  switch (procedure) {
    case 'text2Image.create':
      return { procedure, style, aspect };
    case 'image2Image.create':
      return { procedure, style, strength };
    case 'imageTools.upscale':
      return { procedure, scale };
    case 'imageTools.objectRemover':
    case 'imageTools.backgroundRemover':
      return { procedure };
    case 'imageTools.painting':
      return { procedure, style };
    case 'imageTools.backgroundChanger':
      return { procedure, background: background === 'prompt' ? { kind: background, style } : background === 'colour' ? { kind: background, colour } : { kind: background } };
    case 'video.createVideoByText':
      return { procedure, style, aspect, seconds, resolution };
    case 'video.createVideoByImage':
      return { procedure, motion, seconds, resolution };
    default:
      return procedure satisfies never;
  }
}

/** Whether something that is given counts: a background may stand there while another kind of one is chosen. */
const isAsked = (role: SourceRole, { procedure, draft }: Pick<DraftRequest, 'procedure' | 'draft'>): boolean => procedure !== 'imageTools.backgroundChanger' || role !== 'background' || draft.background === 'image';

/** What is given as the plan sees it. A mask that is still to be painted will be as large as what it is painted on. @param now milliseconds since the epoch */
export function factsOf(wish: DraftRequest, now = productNow()): readonly SourceFacts[] {
  return slotsOf(FORMS[wish.procedure]).flatMap((slot) => rolesOf(slot.name, slot)).flatMap((role): readonly SourceFacts[] => {
    const given = role === 'mask' ? mainOf(wish) : wish.given[role];
    if (given === undefined || !isAsked(role, wish)) return [];
    const { width, height, seconds, bytes, madeAt } = given;
    return [{ role, width, height, bytes, ...(seconds === undefined ? {} : { seconds }), ...(madeAt === undefined ? {} : { ageMs: now - madeAt }) }];
  });
}

/** What a press adds. */
export type Pressed = Pick<Asked['input'], 'requestId' | 'model' | 'price' | 'projectId'> & { readonly seed: number };

/** The call with its input; nothing while a picture that it needs is missing. */
export function askedOf({ procedure, draft, given }: DraftRequest, { seed, ...pressed }: Pressed): Asked | undefined {
  const { image, mask, background } = given;
  const { style, aspect, strength, scale, motion, seconds, resolution, count } = draft;
  const words = { prompt: draft.prompt.trim(), negativePrompt: draft.negativePrompt.trim() };
  if (isPlain(procedure)) return plainlyAsked({ procedure, draft, given }, { ...pressed, ...(wordsOf({ procedure, draft, given }) === 'none' ? { prompt: '', negativePrompt: '' } : words), seed });
  if (procedure === 'text2Image.create') return { procedure, input: { ...pressed, ...words, style, aspect, count, seed } };
  if (procedure === 'video.createVideoByText') return { procedure, input: { ...pressed, ...words, style, aspect, seconds, resolution, seed } };
  if (image === undefined) return undefined;
  const from = { ...pressed, image: image.ref };
  switch (procedure) {
    case 'image2Image.create':
      return { procedure, input: { ...from, ...words, style, strength, count, seed } };
    case 'imageTools.upscale':
      return { procedure, input: { ...from, scale } };
    case 'imageTools.objectRemover':
      return mask === undefined ? undefined : { procedure, input: { ...from, mask: mask.ref } };
    case 'imageTools.painting':
      return mask === undefined ? undefined : { procedure, input: { ...from, mask: mask.ref, prompt: words.prompt, style, seed } };
    case 'imageTools.backgroundRemover':
      return { procedure, input: from };
    case 'imageTools.backgroundChanger': {
      if (draft.background === 'colour') return { procedure, input: { ...from, seed, background: { kind: 'colour', colour: draft.colour } } };
      if (draft.background === 'prompt') return { procedure, input: { ...from, seed, background: { kind: 'prompt', prompt: words.prompt, style } } };
      return background === undefined ? undefined : { procedure, input: { ...from, seed, background: { kind: 'image', image: background.ref } } };
    }
    case 'video.createVideoByImage':
      return { procedure, input: { ...from, motion, seconds, resolution, seed } };
    default:
      return procedure satisfies never;
  }
}

/** Whether a person's likeness is worked on, and of something that is given nobody has declared yet that the person consents. */
export const lacksConsent = ({ procedure, given }: Pick<DraftRequest, 'procedure' | 'given'>): boolean =>
  FORMS[procedure].likeness === true && slotsOf(FORMS[procedure]).some((slot) => slot.name !== 'mask' && rolesOf(slot.name, slot).some((role) => given[role] !== undefined && given[role].consented !== true));

/** A plain call with its input, made by the table that its type is of. */
function plainlyAsked({ procedure, draft, given }: Pick<DraftRequest, 'draft' | 'given'> & { readonly procedure: PlainName }, pressed: Pressed & { readonly prompt: string; readonly negativePrompt: string }): Asked | undefined {
  const form = FORMS[procedure];
  const slots = slotsOf(form).map((slot) => ({ slot, refs: rolesOf(slot.name, slot).flatMap((role) => given[role]?.ref ?? []) }));
  if (slots.some(({ slot, refs }) => refs.length < slot.least) || lacksConsent({ procedure, given })) return undefined;
  const sources = slots.flatMap(({ slot: { name, most }, refs }) => (refs.length === 0 ? [] : [[name, most === 1 ? refs[0] : refs] as const]));
  const count = form.several ? draft.count : 1;
  return { procedure, input: { ...pressed, count, ...(form.likeness === true ? { consent: true } : {}), ...draft.options, ...Object.fromEntries(sources) } } as Asked;
}

export type WishProblem = `${SlotName}-missing` | 'consent-missing' | 'mask-empty' | 'text-missing' | 'prompt-empty' | 'words-or-picture' | 'prompt-too-long' | 'negative-too-long' | 'style-or-words' | 'seed-wrong';

/** Whether a call has words, and whether they must be there. */
export function wordsOf({ procedure, draft, given }: Pick<DraftRequest, 'procedure' | 'draft' | 'given'>): 'none' | 'may' | 'must' {
  if (procedure === 'lipSync.createLipSyncTask') return given.audio === undefined ? 'must' : 'none';
  return procedure === 'imageTools.backgroundChanger' ? (draft.background === 'prompt' ? 'must' : 'none') : FORMS[procedure].words;
}

/** The first of a form's places that still needs something. */
function missingSlot({ procedure, draft, given }: DraftRequest): SlotName | undefined {
  const needed = procedure === 'imageTools.backgroundChanger' && draft.background === 'image' ? ['background'] : [];
  return slotsOf(FORMS[procedure]).find((slot) => slot.name !== 'mask' && rolesOf(slot.name, slot).filter((role) => given[role] !== undefined).length < (needed.includes(slot.name) ? 1 : slot.least))?.name;
}

/** Whether a call still needs what it works on: how large its result will be, and how long, is not known yet. */
export function lacksMain(wish: DraftRequest): boolean {
  const role = mainRole(wish.procedure);
  return role !== undefined && missingSlot(wish) === slotOf(role);
}

/**
 * What keeps a wish from being sent, first things first.
 * @param marked whether something is marked on the picture, where a mask is painted
 */
export function problemOf(wish: DraftRequest, marked = true): WishProblem | undefined {
  const { procedure, draft } = wish;
  const slot = missingSlot(wish);
  if (slot !== undefined) return `${slot}-missing`;
  if (needsMask(procedure) && !marked) return 'mask-empty';
  const isTextMissing = Object.entries(FORMS[procedure].options).some(([name, option]) => {
    const value = draft.options[name];
    if (option.kind === 'timeline') return readTimeline(value)?.texts.some(({ text }) => text.trim() === '') === true;
    return option.kind === 'text' && option.least > 0 && (typeof value !== 'string' || value.trim() === '');
  });
  const words = wordsOf(wish);
  const prompt = draft.prompt.trim();
  if (words === 'must' && prompt === '') return 'prompt-empty';
  if (FORMS[procedure].either === true && prompt === '' && factsOf(wish).length === 0) return 'words-or-picture';
  if (procedure === 'image2Image.create' && prompt === '' && draft.style === 'natural') return 'style-or-words';
  if (isTextMissing) return 'text-missing';
  if (lacksConsent(wish)) return 'consent-missing';
  if (words !== 'none' && prompt.length > PROMPT_MAX) return 'prompt-too-long';
  if (words !== 'none' && draft.negativePrompt.trim().length > PROMPT_MAX) return 'negative-too-long';
  return seedOf(draft.seed) === 'wrong' ? 'seed-wrong' : undefined;
}

/** The same, with consent to the likeness of everybody in it. */
export const declared = (given: GivenTo): GivenTo => Object.fromEntries(Object.entries(given).map(([role, one]) => [role, { ...one, consented: true }]));

/** The wish that makes a creation again from the same sources, with the same seed or another, for the same project. */
export function wishOfTask(task: TaskView, keepSeed: boolean): DraftRequest {
  return { procedure: task.procedure, draft: draftOf(task, keepSeed), given: FORMS[task.procedure].likeness === true ? declared(ofSources(task)) : ofSources(task), projectId: task.projectId };
}
