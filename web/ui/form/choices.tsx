'use client';

import { Check, Minus } from 'lucide-react';
import { Checkbox as RadixCheckbox, RadioGroup as RadixRadio, Switch as RadixSwitch } from 'radix-ui';
import { useId, type ReactNode } from 'react';
import { cx } from '../cx';

interface Labelled {
  readonly label: ReactNode;
  /** Help text below the label. */
  readonly help?: ReactNode;
  readonly disabled?: boolean;
}

/** A control and its label on one line. Both are clickable. */
function Line({
  id,
  label,
  help,
  disabled = false,
  children,
  end = false,
}: Labelled & { readonly id: string; readonly children: ReactNode; readonly end?: boolean }) {
  return (
    <div className={cx('flex min-h-6 items-start gap-2.5', end && 'justify-between', disabled && 'text-ink-3')}>
      {end ? null : children}
      <label
        htmlFor={id}
        className={cx('grid gap-0.5 py-0.5 text-sm leading-snug', disabled ? 'cursor-not-allowed' : 'cursor-pointer')}
      >
        {label}
        {help === undefined ? null : (
          <span id={`${id}-help`} className="text-xs text-ink-3">
            {help}
          </span>
        )}
      </label>
      {end ? children : null}
    </div>
  );
}

const describedBy = (id: string, help: ReactNode): { 'aria-describedby'?: string } =>
  help === undefined ? {} : { 'aria-describedby': `${id}-help` };

/** A checkbox. `mixed` represents several values that differ. */
export function Checkbox(
  props: Labelled & {
    readonly checked: boolean | 'mixed';
    readonly onChange: (checked: boolean) => void;
    readonly name?: string;
    readonly required?: boolean;
    readonly invalid?: boolean;
  },
) {
  const { label, help, checked, onChange, disabled = false, invalid = false, required = false, name } = props;
  const id = useId();
  return (
    <Line id={id} label={label} help={help} disabled={disabled}>
      <RadixCheckbox.Root
        id={id}
        name={name}
        required={required}
        disabled={disabled}
        checked={checked === 'mixed' ? 'indeterminate' : checked}
        aria-invalid={invalid || undefined}
        {...describedBy(id, help)}
        onCheckedChange={(next) => onChange(next === true)}
        className="relative mt-[3px] grid size-[18px] shrink-0 place-items-center rounded-[5px] border-[1.5px] border-line-control text-ink-on-invert before:absolute before:-inset-[5px] aria-invalid:border-danger disabled:opacity-50 data-[state=checked]:border-invert data-[state=checked]:bg-invert data-[state=indeterminate]:border-invert data-[state=indeterminate]:bg-invert"
      >
        <RadixCheckbox.Indicator>
          {checked === 'mixed' ? (
            <Minus aria-hidden className="size-[13px]" strokeWidth={3} />
          ) : (
            <Check aria-hidden className="size-[13px]" strokeWidth={3} />
          )}
        </RadixCheckbox.Indicator>
      </RadixCheckbox.Root>
    </Line>
  );
}

/** A switch that takes effect at once. The label comes before it, or after it if `end` is false. */
export function Switch(
  props: Labelled & {
    readonly checked: boolean;
    readonly onChange: (checked: boolean) => void;
    readonly end?: boolean;
  },
) {
  const { label, help, checked, onChange, disabled = false, end = true } = props;
  const id = useId();
  return (
    <Line id={id} label={label} help={help} disabled={disabled} end={end}>
      <RadixSwitch.Root
        id={id}
        checked={checked}
        disabled={disabled}
        {...describedBy(id, help)}
        onCheckedChange={onChange}
        className="group relative h-6 w-[38px] shrink-0 rounded-full bg-line-control transition-colors quick disabled:opacity-50 data-[state=checked]:bg-invert"
      >
        <RadixSwitch.Thumb className="block size-[18px] translate-x-[3px] rounded-full bg-canvas transition-transform quick group-data-[state=checked]:translate-x-[17px] rtl:-translate-x-[3px] rtl:group-data-[state=checked]:-translate-x-[17px]" />
      </RadixSwitch.Root>
    </Line>
  );
}

/** A radio group, in a column or a row. */
export function RadioChoices<T extends string>(props: {
  readonly label: string;
  readonly value: T;
  readonly choices: readonly {
    readonly value: T;
    readonly label: ReactNode;
    readonly help?: ReactNode;
    readonly disabled?: boolean;
  }[];
  readonly onChange: (value: T) => void;
  readonly row?: boolean;
  readonly disabled?: boolean;
}) {
  const { label, value, choices, onChange, row = false, disabled = false } = props;
  const group = useId();
  const chosen = (next: string): void => {
    const choice = choices.find((entry) => entry.value === next);
    if (choice !== undefined) onChange(choice.value);
  };
  return (
    <RadixRadio.Root
      aria-label={label}
      value={value}
      onValueChange={chosen}
      disabled={disabled}
      className={cx('gap-x-4 gap-y-2', row ? 'flex flex-wrap' : 'grid')}
    >
      {choices.map((choice) => {
        const id = `${group}-${choice.value}`;
        const off = disabled || (choice.disabled ?? false);
        return (
          <Line key={choice.value} id={id} label={choice.label} help={choice.help} disabled={off}>
            <RadixRadio.Item
              id={id}
              value={choice.value}
              disabled={off}
              {...describedBy(id, choice.help)}
              className="relative mt-[3px] grid size-[18px] shrink-0 place-items-center rounded-full border-[1.5px] border-line-control before:absolute before:-inset-[5px] disabled:opacity-50 data-[state=checked]:border-invert data-[state=checked]:bg-invert"
            >
              <RadixRadio.Indicator className="size-2 rounded-full bg-canvas" />
            </RadixRadio.Item>
          </Line>
        );
      })}
    </RadixRadio.Root>
  );
}
