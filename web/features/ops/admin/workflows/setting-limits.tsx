import { useTranslations } from 'next-intl';
import type { AllowedValues, SettingOption } from '@src/engine/remote/comfyui/workflow/inputs.shared';
import { Checkbox } from '@/ui/form/choices';
import { Field, Input } from '@/ui/form/field';

/** Limits as they are typed. */
export interface Allowing {
  readonly min: string;
  readonly max: string;
  /** Absent for a setting without choices. */
  readonly values?: readonly (string | number)[];
}

/** The limits that a setting has. */
export function allowingOf(option: SettingOption | undefined): Allowing {
  if (option?.kind === 'range') return { min: String(option.min), max: String(option.max) };
  return { min: '', max: '', ...(option?.kind === 'choice' ? { values: option.values } : {}) };
}

const numberIn = (text: string): number | undefined =>
  text.trim() === '' || !Number.isFinite(Number(text)) ? undefined : Number(text);

/** What is sent; what is no number stays as it was found. */
export function allowedOf({ min: from, max: to, values }: Allowing): AllowedValues {
  const [min, max] = [numberIn(from), numberIn(to)];
  return {
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(values === undefined ? {} : { values }),
  };
}

interface SettingLimitsProps {
  readonly input: string;
  readonly option: SettingOption;
  readonly allowed: Allowing;
  readonly onChange: (allowed: Allowing) => void;
}

/** The values that a field allows: a range, or some of the choices. The value of the workflow stays. */
export function SettingLimits({ input, option, allowed, onChange }: SettingLimitsProps) {
  const t = useTranslations('admin.engines.workflows');
  if (option.kind === 'range') {
    return (
      <div role="group" aria-label={t('limits', { input })} className="grid grid-cols-2 gap-2">
        <Field label={t('from')}>
          {({ id }) => (
            <Input
              id={id}
              dir="ltr"
              inputMode="decimal"
              className="num"
              value={allowed.min}
              onChange={(event) => onChange({ ...allowed, min: event.target.value })}
            />
          )}
        </Field>
        <Field label={t('to')}>
          {({ id }) => (
            <Input
              id={id}
              dir="ltr"
              inputMode="decimal"
              className="num"
              value={allowed.max}
              onChange={(event) => onChange({ ...allowed, max: event.target.value })}
            />
          )}
        </Field>
      </div>
    );
  }
  if (option.kind !== 'choice') return null;
  const kept = allowed.values ?? option.values;
  const turn = (value: string | number, isKept: boolean): void =>
    onChange({ ...allowed, values: option.values.filter((one) => (one === value ? isKept : kept.includes(one))) });
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-ink-2">{t('choices', { count: kept.length })}</summary>
      <div role="group" aria-label={t('limits', { input })} className="mt-2 grid max-h-60 gap-1 overflow-y-auto">
        {option.values.map((value) => (
          <Checkbox
            key={value}
            label={<bdi className="break-all">{String(value)}</bdi>}
            checked={kept.includes(value)}
            disabled={value === option.initial}
            onChange={(next) => turn(value, next)}
          />
        ))}
      </div>
    </details>
  );
}
