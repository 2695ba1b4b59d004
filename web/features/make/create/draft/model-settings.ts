import type { ModelView } from '@src/catalog/model.shared';
import { readOption, type SetValue } from '@src/creation/procedures/option.shared';

/** Values of settings that only one model has. They are of no use to another. */
export interface ModelSettingsDraft {
  readonly model: string;
  /** By the keys of the model's settings. */
  readonly values: Readonly<Record<string, SetValue>>;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function valuesIn(value: Readonly<Record<string, unknown>>): ModelSettingsDraft['values'] {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) =>
      typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean' ? [[key, one]] : [],
    ),
  );
}

/**
 * Reads settings of a model: as a draft stores them, or the values alone, as a creation, a file or a node has them;
 * from an address, as JSON.
 * @param model the model of the draft
 */
export function readModelSettings(stored: unknown, model: string | undefined): ModelSettingsDraft | undefined {
  const value = typeof stored === 'string' ? parsed(stored) : stored;
  if (!isRecord(value)) return undefined;
  if (typeof value['model'] === 'string' && isRecord(value['values']))
    return { model: value['model'], values: valuesIn(value['values']) };
  const values = valuesIn(value);
  return model === undefined || Object.keys(values).length === 0 ? undefined : { model, values };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The values of a model's settings, as its form shows and sends them: what was set, if the model takes it, else the
 * initial value.
 * @returns undefined for a model without settings
 */
export function modelValues(
  { modelSettings }: { readonly modelSettings?: ModelSettingsDraft | undefined },
  { id, settings }: Pick<ModelView, 'id' | 'settings'>,
): ModelSettingsDraft['values'] | undefined {
  if (settings === undefined || settings.fields.length === 0) return undefined;
  const set = modelSettings?.model === id ? modelSettings.values : {};
  return Object.fromEntries(
    settings.fields.map(({ key, option }) => {
      const value = readOption(option, set[key]);
      return [key, value === undefined || typeof value === 'object' ? option.initial : value];
    }),
  );
}
