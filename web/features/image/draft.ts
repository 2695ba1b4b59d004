import { ASPECTS, PROMPT_MAX, SEED_MAX, type Aspect } from '@src/creation/picture.shared';
import type { TaskView } from '@src/creation/task.shared';
import { isStyle, type Style } from './styles';

/** The form as it stands, before anything is sent. */
export interface Draft {
  readonly prompt: string;
  readonly negativePrompt: string;
  /** Id in the catalogue; undefined takes the first. */
  readonly model?: string | undefined;
  readonly style: Style;
  readonly aspect: Aspect;
  /** 1 to 4 pictures. */
  readonly count: number;
  /** As typed; empty is a new seed at each press. */
  readonly seed: string;
}

export const MAX_COUNT = 4;
export const EMPTY_DRAFT: Draft = { prompt: '', negativePrompt: '', style: 'natural', aspect: '1:1', count: 1, seed: '' };

const isAspect = (value: unknown): value is Aspect => typeof value === 'string' && Object.hasOwn(ASPECTS, value);
const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_COUNT;
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, PROMPT_MAX * 2) : '');

/** A draft from anything: what is not right in it is as in an empty one. */
export function readDraft(value: unknown): Draft {
  if (!isRecord(value)) return EMPTY_DRAFT;
  return {
    prompt: textOf(value['prompt']),
    negativePrompt: textOf(value['negativePrompt']),
    model: typeof value['model'] === 'string' && value['model'] !== '' ? value['model'] : undefined,
    style: isStyle(value['style']) ? value['style'] : EMPTY_DRAFT.style,
    aspect: isAspect(value['aspect']) ? value['aspect'] : EMPTY_DRAFT.aspect,
    count: isCount(value['count']) ? value['count'] : EMPTY_DRAFT.count,
    seed: seedOf(textOf(value['seed'])) === 'wrong' ? '' : textOf(value['seed']),
  };
}

/** The draft that makes a creation again, or something like it. */
export function draftOf({ input, params }: Pick<TaskView, 'input' | 'params'>, keepSeed: boolean): Draft {
  return { ...readDraft({ ...params, ...input, seed: keepSeed ? String(input.seed) : '' }) };
}

/** The parameters of an address that fill the form: `prompt`, `without`, `model`, `style`, `aspect`, `count`, `seed`. */
export function draftFromQuery(query: URLSearchParams): Draft | undefined {
  const prompt = query.get('prompt');
  if (prompt === null) return undefined;
  return readDraft({ ...Object.fromEntries(query), prompt, negativePrompt: query.get('without'), count: Number(query.get('count') ?? 1) });
}

/** The address that fills the form, the way back of `draftFromQuery`. */
export function queryOf(draft: Draft): Record<string, string> {
  return {
    prompt: draft.prompt,
    style: draft.style,
    aspect: draft.aspect,
    count: String(draft.count),
    ...(draft.model === undefined ? {} : { model: draft.model }),
    ...(draft.seed === '' ? {} : { seed: draft.seed }),
    ...(draft.negativePrompt === '' ? {} : { without: draft.negativePrompt }),
  };
}

/** The seed that was typed; `random` when none was. */
export function seedOf(text: string): number | 'random' | 'wrong' {
  const digits = text.replaceAll(/[\s\u00a0\u202f,.]/g, '');
  if (digits === '') return 'random';
  const value = Number(digits);
  return /^\d+$/.test(digits) && value <= SEED_MAX ? value : 'wrong';
}

export type DraftProblem = 'prompt-empty' | 'prompt-too-long' | 'negative-too-long' | 'seed-wrong';

/** What keeps a draft from being sent, first things first. */
export function problemOf(draft: Draft): DraftProblem | undefined {
  if (draft.prompt.trim() === '') return 'prompt-empty';
  if (draft.prompt.trim().length > PROMPT_MAX) return 'prompt-too-long';
  if (draft.negativePrompt.trim().length > PROMPT_MAX) return 'negative-too-long';
  return seedOf(draft.seed) === 'wrong' ? 'seed-wrong' : undefined;
}
