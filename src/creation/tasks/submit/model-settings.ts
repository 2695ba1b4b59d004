import type { ModelView } from '../../../catalog/model.shared.js';
import { productError, type ProductError } from '../../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import { readOption } from '../../procedures/option.shared.js';
import type { TaskInput } from '../../procedures/request.shared.js';

/**
 * The input with a value for each of the model's own settings: the one sent, else the initial one. Keys that the model
 * does not have, as after a change of the model, are left out.
 * @returns MODEL_SETTING_INVALID {setting} for a value that the model does not take
 */
export function withModelSettings(
  { modelSettings: sent = {}, modelForm: _form, ...input }: TaskInput,
  { settings }: Pick<ModelView, 'settings'>,
): Result<TaskInput, ProductError> {
  if (settings === undefined) return ok(input);
  const values: Record<string, string | number | boolean> = {};
  for (const { key, name, option } of settings.fields) {
    const given = Object.hasOwn(sent, key) ? sent[key] : option.initial;
    const value = readOption(option, given);
    if (value === undefined || typeof value === 'object')
      return err(productError('MODEL_SETTING_INVALID', { setting: name }));
    values[key] = value;
  }
  return ok({
    ...input,
    modelSettings: values,
    modelForm: {
      version: settings.version,
      names: Object.fromEntries(settings.fields.map(({ key, name }) => [key, name])),
    },
  });
}
