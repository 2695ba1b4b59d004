'use client';

import { Lock } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { mayUseCamera } from '@src/creation/tasks/submit/allowed.shared';
import {
  ASPECTS,
  FORMS,
  isColour,
  type Aspect,
  type Option,
  type ProcedureName,
  type SetValue,
} from '@src/creation/procedures/params.shared';
import { ignoredSettings } from '@src/creation/procedures/remote-problem.shared';
import { AspectPicker } from '@/features/make/create/form/aspect-picker';
import type { FieldsContext } from '@/features/make/create/form/create-form';
import { changeOptions, useDraft } from '@/features/make/create/draft/draft-store';
import { ResolutionPicker, SecondsPicker } from '@/features/make/create/form/video-fields';
import { StylePicker } from '@/features/make/create/form/style-picker';
import { isStyle } from '@/features/make/create/form/styles';
import { useAllowance } from '@/lib/data/allowance';
import { openPopup } from '@/lib/popups/queue';
import { Switch } from '@/ui/form/choices';
import { ColourPicker } from '@/ui/form/colour-picker';
import { Field, Input, Textarea } from '@/ui/form/field';
import { Icon } from '@/ui/icon';
import { Segmented } from '@/ui/form/segmented';
import { Select } from '@/ui/form/select';
import { Slider } from '@/ui/form/slider';
import { useOptionWords } from './option-labels';

/** Limits for choices in one row: their number, and the total letters of their names. */
const SIDE_BY_SIDE = { max: 4, letters: 30 } as const;

interface OneProps {
  readonly name: string;
  readonly option: Option;
  readonly value: SetValue;
  readonly problem: FieldsContext['problem'];
  readonly onChange: (value: SetValue) => void;
}

const isAspect = (value: SetValue): value is Aspect => Object.hasOwn(ASPECTS, String(value));

function Choice({
  name,
  option,
  value,
  onChange,
}: OneProps & { readonly option: Extract<Option, { kind: 'choice' }> }) {
  const t = useTranslations('options');
  const words = useOptionWords()(name, option);
  const allowance = useAllowance();
  const isLocked = (one: string): boolean =>
    name === 'camera' && allowance !== undefined && !mayUseCamera(one, allowance);
  const labels = option.values.map((one) => ({ value: String(one), label: words.value(one) }));
  const choices = labels.map(({ value: one, label }) =>
    isLocked(one)
      ? {
          value: one,
          label: (
            <span className="inline-flex items-center gap-1.5">
              {t('ofPlans', { option: label })}
              <Icon of={Lock} size="s" />
            </span>
          ),
        }
      : { value: one, label },
  );
  const pick = (chosen: string): void =>
    isLocked(chosen)
      ? openPopup('upgradePlan', { reason: 'AdvancedCamera' })
      : onChange(option.values.find((one) => String(one) === chosen) ?? option.initial);
  const isShort =
    labels.length <= SIDE_BY_SIDE.max &&
    labels.reduce((letters, { label }) => letters + label.length, 0) <= SIDE_BY_SIDE.letters;
  return (
    <div className="grid min-w-0 gap-[7px]">
      <span aria-hidden className="text-sm font-medium">
        {words.label}
      </span>
      {isShort ? (
        <Segmented label={words.label} value={String(value)} choices={choices} onChange={pick} fill />
      ) : (
        <Select label={words.label} value={String(value)} choices={choices} onChange={pick} />
      )}
    </div>
  );
}

function Text({
  name,
  option,
  value,
  problem,
  onChange,
}: OneProps & { readonly option: Extract<Option, { kind: 'text' }> }) {
  const t = useTranslations('options');
  const words = useOptionWords()(name, option);
  const isNeeded = option.min > 0 && String(value).trim() === '';
  return (
    <Field label={words.label} error={problem === 'text-missing' && isNeeded ? t('needed') : undefined}>
      {({ id, describedBy, invalid }) => {
        const props = {
          id,
          'aria-describedby': describedBy,
          'aria-invalid': invalid,
          maxLength: option.max,
          value: String(value),
          placeholder: words.placeholder,
          ...(isNeeded ? { 'data-needed': true } : {}),
        };
        return option.lines === 'many' ? (
          <Textarea {...props} className="min-h-[84px]" onChange={(event) => onChange(event.target.value)} />
        ) : (
          <Input {...props} dir="auto" onChange={(event) => onChange(event.target.value)} />
        );
      }}
    </Field>
  );
}

function One(props: OneProps) {
  const { name, option, value, onChange } = props;
  const words = useOptionWords();
  if (name === 'style' && isStyle(value))
    return (
      <StylePicker
        value={value}
        onChange={onChange}
        {...(option.kind === 'choice' ? { of: option.values.filter(isStyle) } : {})}
      />
    );
  if (name === 'aspect' && isAspect(value)) return <AspectPicker value={value} onChange={onChange} />;
  if (name === 'seconds' && option.kind === 'choice')
    return <SecondsPicker value={Number(value)} choices={option.values.map(Number)} onChange={onChange} />;
  if (name === 'resolution' && option.kind === 'choice')
    return <ResolutionPicker value={String(value)} choices={option.values.map(String)} onChange={onChange} />;
  switch (option.kind) {
    case 'choice':
      return <Choice {...props} option={option} />;
    case 'text':
      return <Text {...props} option={option} />;
    case 'range':
      return (
        <Slider
          label={words(name, option).label}
          shown={words(name, option).value(value)}
          value={Number(value)}
          min={option.min}
          max={option.max}
          step={option.step}
          onChange={onChange}
        />
      );
    case 'switch':
      return (
        <Switch
          end
          label={<span className="font-medium">{words(name, option).label}</span>}
          checked={value === true}
          onChange={onChange}
        />
      );
    case 'colour':
      return !isColour(value) ? null : (
        <ColourPicker label={words(name, option).label} value={value} swatches={[]} onChange={onChange} />
      );
    case 'timeline':
      // This option has a separate editor.
      return null;
    default:
      return option satisfies never;
  }
}

/**
 * The options of a procedure with a declarative definition, in their defined order, without those that have no effect
 * with the model. @param without options that the page controls itself
 */
export function OptionFields({
  procedure,
  context,
  without = [],
}: {
  readonly procedure: ProcedureName;
  readonly context: FieldsContext;
  readonly without?: readonly string[];
}) {
  const { options } = useDraft(procedure);
  const ignored = context.model === undefined ? [] : ignoredSettings(procedure, context.model);
  return Object.entries<Option>(FORMS[procedure].options)
    .filter(([name]) => !without.includes(name) && !ignored.includes(name))
    .map(([name, option]) => {
      const value = options[name] ?? '';
      return typeof value === 'object' ? null : (
        <One
          key={name}
          name={name}
          option={option}
          value={value}
          problem={context.problem}
          onChange={(next) => changeOptions({ [name]: next }, procedure)}
        />
      );
    });
}
