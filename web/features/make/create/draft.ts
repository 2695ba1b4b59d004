import { ASPECTS, firstOf, FORMS, isPlain, MOTIONS, PROMPT_MAX, readOption, RESOLUTIONS, SEED_MAX, UPSCALE_FACTORS, VIDEO_SECONDS, type Aspect, type Background, type Motion, type OptionValue, type OwnName, type ProcedureName, type Resolution, type UpscaleFactor, type VideoSeconds } from '@src/creation/procedures/params.shared';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { isStyle, type Style } from './styles';

export type HexColour = `#${string}`;

/** A form as it stands, before anything is sent; each call reads the fields that `fieldsOf` names for it. */
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
  /** How far a picture is made over, 0 to 1. */
  readonly strength: number;
  readonly scale: UpscaleFactor;
  /** What comes behind a subject that is cut out. */
  readonly background: Background['kind'];
  readonly colour: HexColour;
  readonly motion: Motion;
  readonly seconds: VideoSeconds;
  readonly resolution: Resolution;
  /** What is set for a plain call, by the names of `forms.shared.ts`. */
  readonly options: Readonly<Record<string, OptionValue>>;
}
type Field = Exclude<keyof Draft, 'options'>;

const OWN_FIELDS: Readonly<Record<OwnName, readonly Field[]>> = {
  'text2Image.create': ['prompt', 'negativePrompt', 'model', 'style', 'aspect', 'count', 'seed'],
  'image2Image.create': ['prompt', 'negativePrompt', 'model', 'style', 'strength', 'count', 'seed'],
  'imageTools.upscale': ['model', 'scale'],
  'imageTools.objectRemover': ['model'],
  'imageTools.painting': ['model', 'prompt', 'style', 'seed'],
  'imageTools.backgroundRemover': ['model'],
  'imageTools.backgroundChanger': ['model', 'background', 'prompt', 'style', 'colour', 'seed'],
  'video.createVideoByText': ['prompt', 'negativePrompt', 'model', 'style', 'aspect', 'seconds', 'resolution', 'seed'],
  'video.createVideoByImage': ['model', 'motion', 'seconds', 'resolution', 'seed'],
};

/** The fields that a call reads; the others keep their first values and stand in no address. Its options come beside them. */
export function fieldsOf(procedure: ProcedureName): readonly Field[] {
  if (!isPlain(procedure)) return OWN_FIELDS[procedure];
  const { words, seeded, several } = FORMS[procedure];
  return ['model', ...(words === 'none' ? [] : ['prompt', 'negativePrompt'] as const), ...(several ? ['count'] as const : []), ...(seeded ? ['seed'] as const : [])];
}

export const MAX_COUNT = 4;
export const EMPTY_DRAFT: Draft = {
  prompt: '', negativePrompt: '', style: 'natural', aspect: '1:1', count: 1, seed: '', strength: 0.6, scale: 2, background: 'prompt', colour: '#e9e4dc', motion: 'zoom-in', seconds: 5, resolution: '720p', options: {},
};

/** What a form holds before anyone has touched it: as `EMPTY_DRAFT`, but wide for a film and with a style where one is needed. */
export function emptyDraft(procedure: ProcedureName): Draft {
  if (isPlain(procedure)) return { ...EMPTY_DRAFT, options: readOptions(procedure, {}) };
  if (procedure === 'video.createVideoByText') return { ...EMPTY_DRAFT, aspect: '16:9' };
  if (procedure === 'image2Image.create') return { ...EMPTY_DRAFT, style: 'watercolour' };
  return EMPTY_DRAFT;
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_COUNT;
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, PROMPT_MAX * 2) : '');
const among = <T>(list: readonly T[], value: unknown, otherwise: T): T => list.find((one) => one === value || String(one) === value) ?? otherwise;
const aspects = Object.keys(ASPECTS).filter((key): key is Aspect => Object.hasOwn(ASPECTS, key));
const resolutions = Object.keys(RESOLUTIONS).filter((key): key is Resolution => Object.hasOwn(RESOLUTIONS, key));
const isColour = (value: unknown): value is HexColour => typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);
const strengthOf = (value: unknown, otherwise: number): number => {
  const strength = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof strength === 'number' && strength >= 0 && strength <= 1 ? strength : otherwise;
};

/** Every option of a call, from what was stored or stands in an address; as at first where that is none of the option's. */
function readOptions(procedure: ProcedureName, value: Readonly<Record<string, unknown>>): Draft['options'] {
  return Object.fromEntries(Object.entries(FORMS[procedure].options).map(([name, option]) => [name, readOption(option, value[name]) ?? firstOf(option)]));
}

/** A draft from anything, such as a store, an address or a file's recipe: what is not right in it is as in an empty one. */
export function readDraft(value: unknown, procedure: ProcedureName = 'text2Image.create'): Draft {
  const empty = emptyDraft(procedure);
  if (!isRecord(value)) return empty;
  const count = typeof value['count'] === 'string' ? Number(value['count']) : value['count'];
  return {
    prompt: textOf(value['prompt']),
    negativePrompt: textOf(value['negativePrompt']),
    model: typeof value['model'] === 'string' && value['model'] !== '' ? value['model'] : undefined,
    style: isStyle(value['style']) ? value['style'] : empty.style,
    aspect: among(aspects, value['aspect'], empty.aspect),
    count: isCount(count) ? count : empty.count,
    seed: seedOf(textOf(value['seed'])) === 'wrong' ? '' : textOf(value['seed']),
    strength: strengthOf(value['strength'], empty.strength),
    scale: among(UPSCALE_FACTORS, value['scale'], empty.scale),
    background: among(['prompt', 'image', 'colour'] as const, value['background'], empty.background),
    colour: isColour(value['colour']) ? (value['colour'].toLowerCase() as HexColour) : empty.colour, // lower case keeps its shape
    motion: among(MOTIONS, value['motion'], empty.motion),
    seconds: among(VIDEO_SECONDS, value['seconds'], empty.seconds),
    resolution: among(resolutions, value['resolution'], empty.resolution),
    options: readOptions(procedure, isRecord(value['options']) ? value['options'] : value),
  };
}

/** The draft that makes a creation again, or something like it. */
export function draftOf({ procedure, input, params }: Pick<TaskView, 'procedure' | 'input' | 'params'>, keepSeed: boolean): Draft {
  const background = params.procedure === 'imageTools.backgroundChanger' ? { ...params.background, background: params.background.kind } : {};
  return readDraft({ ...params, ...background, ...input, seed: keepSeed ? String(input.seed) : '' }, procedure);
}

/** A field's name in an address, where it is another. */
const inAddress = (field: string): string => (field === 'negativePrompt' ? 'without' : field);

/** A value as an address has it. */
export const written = (value: OptionValue): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** What an address says of a call's form; nothing when it names none of its fields. */
export function draftFromQuery(query: URLSearchParams, procedure: ProcedureName = 'text2Image.create'): Draft | undefined {
  const said = [...fieldsOf(procedure), ...Object.keys(FORMS[procedure].options)].flatMap((field) => {
    const value = query.get(inAddress(field));
    return value === null ? [] : [[field, value] as const];
  });
  return said.length === 0 ? undefined : readDraft(Object.fromEntries(said), procedure);
}

/** The address that fills a call's form, the way back of `draftFromQuery`. */
export function queryOf(draft: Draft, procedure: ProcedureName = 'text2Image.create'): Record<string, string> {
  const values = [...fieldsOf(procedure).map((field) => [field, draft[field]] as const), ...Object.entries(draft.options)];
  return Object.fromEntries(values.flatMap(([field, value]) => (value === undefined || value === '' ? [] : [[inAddress(field), written(value)] as const])));
}

/** The seed that was typed; `random` when none was. */
export function seedOf(text: string): number | 'random' | 'wrong' {
  const digits = text.replaceAll(/[\s  ,.]/g, '');
  if (digits === '') return 'random';
  const value = Number(digits);
  return /^\d+$/.test(digits) && value <= SEED_MAX ? value : 'wrong';
}
