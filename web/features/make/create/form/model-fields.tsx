import type { ModelSetting, ModelView } from '@src/catalog/model.shared';
import type { ProcedureName, SetValue } from '@src/creation/procedures/params.shared';
import { Switch } from '@/ui/form/choices';
import { Field } from '@/ui/form/field';
import { Select } from '@/ui/form/select';
import { Slider } from '@/ui/form/slider';
import { changeDraft } from '../draft/draft-store';
import type { Draft } from '../draft/draft';
import { modelValues } from '../draft/model-settings';

function One({
  name,
  option,
  value,
  onChange,
}: Omit<ModelSetting, 'key'> & { readonly value: SetValue; readonly onChange: (value: SetValue) => void }) {
  // The operator wrote the name, and the values are the engine's own: neither is translated.
  const label = <bdi>{name}</bdi>;
  switch (option.kind) {
    case 'choice':
      return (
        <Field label={label}>
          {({ id }) => (
            <Select
              id={id}
              label={name}
              value={String(value)}
              choices={option.values.map((one) => ({ value: String(one), label: <bdi>{one}</bdi> }))}
              onChange={(chosen) => onChange(option.values.find((one) => String(one) === chosen) ?? option.initial)}
            />
          )}
        </Field>
      );
    case 'range':
      return (
        <Slider
          label={name}
          shown={String(value)}
          value={Number(value)}
          min={option.min}
          max={option.max}
          step={option.step}
          onChange={onChange}
        />
      );
    case 'switch':
      return (
        <Switch end label={<span className="font-medium">{label}</span>} checked={value === true} onChange={onChange} />
      );
    default:
      return option satisfies never;
  }
}

/** The settings that only the chosen model has. */
export function ModelFields({
  model,
  draft,
  procedure,
}: {
  readonly model: ModelView | undefined;
  readonly draft: Draft;
  readonly procedure: ProcedureName;
}) {
  const values = model === undefined ? undefined : modelValues(draft, model);
  if (model?.settings === undefined || values === undefined) return null;
  const change = (key: string, value: SetValue): void =>
    changeDraft({ modelSettings: { model: model.id, values: { ...values, [key]: value } } }, procedure);
  return (
    <div className="grid min-w-0 gap-4" data-model-settings>
      {model.settings.fields.map(({ key, name, option }) => (
        <One
          key={key}
          name={name}
          option={option}
          value={values[key] ?? option.initial}
          onChange={(value) => change(key, value)}
        />
      ))}
    </div>
  );
}
