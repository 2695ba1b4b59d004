import { FORMS, initialOf, PROMPT_MAX, readOption, SEED_MAX, type OptionValue, type ProcedureName, type SettingsOf } from '@src/creation/procedures/params.shared';
import type { TaskView } from '@src/creation/tasks/task.shared';

/** A form as it stands, before anything is sent. */
export interface Draft {
  readonly prompt: string;
  readonly negativePrompt: string;
  /** Id in the catalogue; undefined takes the first. */
  readonly model?: string | undefined;
  /** 1 to 4 results. */
  readonly count: number;
  /** As typed; empty is a new seed at each press. */
  readonly seed: string;
  /** The call's settings, by the names in its definition. */
  readonly options: Readonly<Record<string, OptionValue>>;
}
type Field = Exclude<keyof Draft, 'options'>;

/** The fields that a call reads; the others keep their first values and are in no address. Its options come beside them. */
export function fieldsOf(procedure: ProcedureName): readonly Field[] {
  const { prompt, negativePrompt, seeded, batch } = FORMS[procedure];
  return [...(prompt === 'none' ? [] : ['prompt'] as const), ...(prompt === 'none' || negativePrompt === false ? [] : ['negativePrompt'] as const), 'model', ...(batch ? ['count'] as const : []), ...(seeded ? ['seed'] as const : [])];
}

export const MAX_COUNT = 4;
const EMPTY: Draft = { prompt: '', negativePrompt: '', count: 1, seed: '', options: {} };

/** What a form holds before anyone has touched it: initial values, or the definition's preset. */
export const emptyDraft = (procedure: ProcedureName): Draft => ({ ...EMPTY, options: readOptions(procedure, {}) });

/** A draft's settings with the types of its call. They were read by the same definition. */
export const settingsOf = <P extends ProcedureName>(draft: Pick<Draft, 'options'>, _procedure: P): SettingsOf<P> => draft.options as SettingsOf<P>;

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_COUNT;
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, PROMPT_MAX * 2) : '');

/**
 * Every option of a call, from what was stored or is in an address; as at first where the option cannot have that value. An option that may
 * be left out and has no preset has no control, and is left out.
 */
function readOptions(procedure: ProcedureName, stored: Readonly<Record<string, unknown>>): Draft['options'] {
  const { options, preset = {} } = FORMS[procedure];
  const values = FORMS[procedure].upgrade?.(stored) ?? stored;
  return Object.fromEntries(Object.entries(options).flatMap(([name, option]) => {
    const isLeftOut = 'optional' in option && option.optional === true && preset[name] === undefined;
    return isLeftOut ? [] : [[name, readOption(option, values[name]) ?? preset[name] ?? initialOf(option)]];
  }));
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
    count: isCount(count) ? count : empty.count,
    seed: seedOf(textOf(value['seed'])) === 'wrong' ? '' : textOf(value['seed']),
    // Drafts of before had some settings beside their options.
    options: readOptions(procedure, isRecord(value['options']) ? { ...value, ...value['options'] } : value),
  };
}

/** The draft that makes a creation again, or something like it. */
export function draftOf({ procedure, input, params }: Pick<TaskView, 'procedure' | 'input' | 'params'>, keepSeed: boolean): Draft {
  return readDraft({ ...params, ...input, seed: keepSeed ? String(input.seed) : '' }, procedure);
}

/** A field's name in an address, where it is another. */
const inAddress = (field: string): string => (field === 'negativePrompt' ? 'without' : field);

/** A value as an address has it. */
export const written = (value: OptionValue): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** What an address says of a call's form; nothing when it names none of its fields. */
export function draftFromQuery(query: URLSearchParams, procedure: ProcedureName = 'text2Image.create'): Draft | undefined {
  const said = [...fieldsOf(procedure), ...Object.keys(FORMS[procedure].options), ...(FORMS[procedure].formerly ?? [])].flatMap((field) => {
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
