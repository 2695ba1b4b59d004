import {
  FORMS,
  initialOf,
  PROMPT_MAX,
  readOption,
  SEED_MAX,
  type OptionValue,
  type ProcedureName,
  type SettingsOf,
} from '@src/creation/procedures/params.shared';
import { readWorkId } from '@src/creation/publishing/work.shared';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { defined } from '@src/kernel/defined.shared';
import type { UsedLora } from '@src/creation/procedures/lora-limits.shared';
import { readLoras } from './loras';
import { readModelSettings, type ModelSettingsDraft } from './model-settings';

/** State of a form before it is sent. */
export interface Draft {
  readonly prompt: string;
  readonly negativePrompt: string;
  /** Id in the catalogue; undefined takes the first. */
  readonly model?: string | undefined;
  /** 1 to 4 results. */
  readonly count: number;
  /** As typed; empty means a new seed with each press. */
  readonly seed: string;
  /** The call's settings, by the names in its definition. */
  readonly options: Readonly<Record<string, OptionValue>>;
  /** The settings that only one model has. */
  readonly modelSettings?: ModelSettingsDraft;
  /** LoRAs; only those that fit the model are sent. */
  readonly loras?: readonly UsedLora[] | undefined;
  /** Id of the post whose recipe filled the form. */
  readonly origin?: string | undefined;
}
type Field = Exclude<keyof Draft, 'options' | 'modelSettings' | 'loras' | 'origin'>;

/**
 * The fields that a call reads; the others keep their first values and are in no address. Its options come beside them.
 */
export function fieldsOf(procedure: ProcedureName): readonly Field[] {
  const { prompt, negativePrompt, seeded, batch } = FORMS[procedure];
  return [
    ...(prompt === 'none' ? [] : (['prompt'] as const)),
    ...(prompt === 'none' || negativePrompt === false ? [] : (['negativePrompt'] as const)),
    'model',
    ...(batch ? (['count'] as const) : []),
    ...(seeded ? (['seed'] as const) : []),
  ];
}

export const MAX_COUNT = 4;
const EMPTY: Draft = { prompt: '', negativePrompt: '', count: 1, seed: '', options: {} };

/** What a form holds before anyone has touched it: initial values, or the definition's preset. */
export const emptyDraft = (procedure: ProcedureName): Draft => ({ ...EMPTY, options: readOptions(procedure, {}) });

/** A draft's settings with the types of its call. They were read by the same definition. */
export const settingsOf = <P extends ProcedureName>(draft: Pick<Draft, 'options'>, _procedure: P): SettingsOf<P> =>
  draft.options as SettingsOf<P>;

const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_COUNT;
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const originOf = (value: unknown): string | undefined =>
  typeof value === 'string' && readWorkId(value) !== undefined ? value : undefined;
const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, PROMPT_MAX * 2) : '');

/**
 * Every option of a call, from what was stored or is in an address; as at first where the option cannot have that
 * value. An option that may be left out and has no preset has no control, and is left out.
 */
function readOptions(procedure: ProcedureName, stored: Readonly<Record<string, unknown>>): Draft['options'] {
  const { options, preset = {} } = FORMS[procedure];
  const values = FORMS[procedure].upgrade?.(stored) ?? stored;
  return Object.fromEntries(
    Object.entries(options).flatMap(([name, option]) => {
      const isLeftOut = 'optional' in option && option.optional === true && preset[name] === undefined;
      return isLeftOut ? [] : [[name, readOption(option, values[name]) ?? preset[name] ?? initialOf(option)]];
    }),
  );
}

/** Reads a draft from storage, a URL or a file's recipe; invalid fields get their initial values. */
export function readDraft(value: unknown, procedure: ProcedureName = 'text2Image.create'): Draft {
  const empty = emptyDraft(procedure);
  if (!isRecord(value)) return empty;
  const model = typeof value['model'] === 'string' && value['model'] !== '' ? value['model'] : undefined;
  const count = typeof value['count'] === 'string' ? Number(value['count']) : value['count'];
  return {
    prompt: textOf(value['prompt']),
    negativePrompt: textOf(value['negativePrompt']),
    model,
    count: isCount(count) ? count : empty.count,
    seed: seedOf(textOf(value['seed'])) === 'wrong' ? '' : textOf(value['seed']),
    // Older drafts stored some options outside `options`.
    options: readOptions(procedure, isRecord(value['options']) ? { ...value, ...value['options'] } : value),
    ...defined({
      modelSettings: readModelSettings(value['modelSettings'], model),
      loras: readLoras(value['loras']),
      origin: originOf(value['origin']),
    }),
  };
}

/** The draft that repeats a creation, or creates a variant. */
export function draftOf(
  { procedure, input, params }: Pick<TaskView, 'procedure' | 'input' | 'params'>,
  keepSeed: boolean,
): Draft {
  return readDraft({ ...params, ...input, seed: keepSeed ? String(input.seed) : '' }, procedure);
}

/** Name of a field in a URL, if it differs. */
const inAddress = (field: string): string => (field === 'negativePrompt' ? 'without' : field);

/** A value as written in a URL. */
export const written = (value: OptionValue): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

/** Reads a call's draft from a URL; undefined if it names none of the fields. */
export function draftFromQuery(
  query: URLSearchParams,
  procedure: ProcedureName = 'text2Image.create',
): Draft | undefined {
  const said = [
    ...fieldsOf(procedure),
    ...Object.keys(FORMS[procedure].options),
    ...(FORMS[procedure].formerly ?? []),
    'modelSettings',
    'loras',
    'origin',
  ].flatMap((field) => {
    const value = query.get(inAddress(field));
    return value === null ? [] : [[field, value] as const];
  });
  return said.length === 0 ? undefined : readDraft(Object.fromEntries(said), procedure);
}

/** The query that fills a call's form; the inverse of `draftFromQuery`. */
export function queryOf(draft: Draft, procedure: ProcedureName = 'text2Image.create'): Record<string, string> {
  const values = [
    ...fieldsOf(procedure).map((field) => [field, draft[field]] as const),
    ...Object.entries(draft.options),
    ['modelSettings', draft.modelSettings === undefined ? undefined : JSON.stringify(draft.modelSettings)] as const,
    ['loras', draft.loras === undefined ? undefined : JSON.stringify(draft.loras)] as const,
    ['origin', draft.origin] as const,
  ];
  return Object.fromEntries(
    values.flatMap(([field, value]) =>
      value === undefined || value === '' ? [] : [[inAddress(field), written(value)] as const],
    ),
  );
}

/** The seed that was typed; `random` when none was. */
export function seedOf(text: string): number | 'random' | 'wrong' {
  const digits = text.replaceAll(/[\s  ,.]/g, '');
  if (digits === '') return 'random';
  const value = Number(digits);
  return /^\d+$/.test(digits) && value <= SEED_MAX ? value : 'wrong';
}
