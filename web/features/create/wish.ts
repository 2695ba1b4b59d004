import { PROMPT_MAX, type Params, type ProcedureName } from '@src/creation/picture.shared';
import type { SourceFacts } from '@src/creation/plan.shared';
import type { Asked, TaskView } from '@src/creation/task.shared';
import { draftOf, seedOf, type Draft } from './draft';
import { ofSource, type Given } from './given';

/** What is to be made: a call, its form, and the pictures it is made from. */
export interface Wish {
  readonly procedure: ProcedureName;
  readonly draft: Draft;
  readonly image?: Given | undefined;
  readonly mask?: Given | undefined;
  readonly background?: Given | undefined;
  /** Where it is to be kept; where new creations go when left out. */
  readonly projectId?: string | undefined;
}

/** Calls that start from a picture. */
export const needsPicture = (procedure: ProcedureName): boolean => procedure !== 'text2Image.create' && procedure !== 'video.createVideoByText';

/** What sets it apart, as the server stores it. */
export function paramsOf({ procedure, draft }: Pick<Wish, 'procedure' | 'draft'>): Params {
  const { style, aspect, strength, scale, background, colour, motion, seconds, resolution } = draft;
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

/** The pictures as the plan sees them. A mask that is still to be painted will be as large as its picture. */
export function factsOf({ procedure, draft, image, background }: Wish): readonly SourceFacts[] {
  const fact = (role: SourceFacts['role'], given: Given | undefined): readonly SourceFacts[] => (given === undefined ? [] : [{ role, width: given.width, height: given.height }]);
  return [
    ...(needsPicture(procedure) ? fact('image', image) : []),
    ...(procedure === 'imageTools.objectRemover' ? fact('mask', image) : []),
    ...(procedure === 'imageTools.backgroundChanger' && draft.background === 'image' ? fact('background', background) : []),
  ];
}

/** What a press adds. */
export type Pressed = Pick<Asked['input'], 'requestId' | 'model' | 'price' | 'projectId'> & { readonly seed: number };

/** The call with its input; nothing while a picture that it needs is missing. */
export function askedOf({ procedure, draft, image, mask, background }: Wish, { seed, ...pressed }: Pressed): Asked | undefined {
  const { style, aspect, strength, scale, motion, seconds, resolution, count } = draft;
  const words = { prompt: draft.prompt.trim(), negativePrompt: draft.negativePrompt.trim() };
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

export type WishProblem = 'image-missing' | 'mask-empty' | 'background-missing' | 'prompt-empty' | 'prompt-too-long' | 'negative-too-long' | 'style-or-words' | 'seed-wrong';

/** Whether a call has words, and whether they must be there. */
function wordsOf({ procedure, draft }: Wish): 'none' | 'may' | 'must' {
  if (procedure === 'image2Image.create') return 'may';
  if (procedure === 'text2Image.create' || procedure === 'video.createVideoByText') return 'must';
  return procedure === 'imageTools.backgroundChanger' && draft.background === 'prompt' ? 'must' : 'none';
}

/**
 * What keeps a wish from being sent, first things first.
 * @param marked whether something is marked on the picture, where a mask is painted
 */
export function problemOf(wish: Wish, marked = true): WishProblem | undefined {
  const { procedure, draft, image, background } = wish;
  if (needsPicture(procedure) && image === undefined) return 'image-missing';
  if (procedure === 'imageTools.objectRemover' && !marked) return 'mask-empty';
  if (procedure === 'imageTools.backgroundChanger' && draft.background === 'image' && background === undefined) return 'background-missing';
  const words = wordsOf(wish);
  const prompt = draft.prompt.trim();
  if (words === 'must' && prompt === '') return 'prompt-empty';
  if (words === 'may' && prompt === '' && draft.style === 'natural') return 'style-or-words';
  if (words !== 'none' && prompt.length > PROMPT_MAX) return 'prompt-too-long';
  if (words !== 'none' && draft.negativePrompt.trim().length > PROMPT_MAX) return 'negative-too-long';
  return seedOf(draft.seed) === 'wrong' ? 'seed-wrong' : undefined;
}

/** The wish that makes a creation again from the same pictures, with the same seed or another, for the same project. */
export function wishOfTask(task: TaskView, keepSeed: boolean): Wish {
  return { procedure: task.procedure, draft: draftOf(task, keepSeed), image: ofSource(task, 'image'), mask: ofSource(task, 'mask'), background: ofSource(task, 'background'), projectId: task.projectId };
}
