'use client';

import { Pipette } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { RadioGroup } from 'radix-ui';
import { Icon } from '../icon';

/** `#rrggbb`, lower case. */
export type HexColour = `#${string}`;

const isHex = (value: string): value is HexColour => /^#[0-9a-f]{6}$/.test(value);

export interface ColourPickerProps {
  readonly label: string;
  readonly value: HexColour;
  readonly onChange: (value: HexColour) => void;
  /** Preset colours with their names. */
  readonly swatches: readonly { readonly value: HexColour; readonly name: string }[];
  readonly disabled?: boolean;
}

/** Chooses a preset colour, or any other with the native picker. */
export function ColourPicker({ label, value, onChange, swatches, disabled = false }: ColourPickerProps) {
  const t = useTranslations('ui.colour');
  const write = (next: string): void => {
    const hex = next.toLowerCase();
    if (isHex(hex)) onChange(hex);
  };
  const own = !swatches.some((swatch) => swatch.value === value);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <RadioGroup.Root
        aria-label={label}
        value={own ? '' : value}
        onValueChange={write}
        disabled={disabled}
        className="flex flex-wrap gap-2"
      >
        {swatches.map((swatch) => (
          <RadioGroup.Item
            key={swatch.value}
            value={swatch.value}
            aria-label={swatch.name}
            title={swatch.name}
            style={{ background: swatch.value }}
            className="size-8 rounded-full ring-1 ring-line-control ring-inset disabled:opacity-50 data-[state=checked]:outline-2 data-[state=checked]:outline-offset-2 data-[state=checked]:outline-ink-1"
          />
        ))}
      </RadioGroup.Root>
      <label
        className={`relative flex control-sm items-center gap-2 rounded-full bg-surface-2 ps-1.5 pe-3 text-sm text-ink-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus ${own ? 'outline-2 outline-offset-2 outline-ink-1' : ''}`}
      >
        <span
          aria-hidden
          className="size-5 rounded-full ring-1 ring-line-control ring-inset"
          style={{ background: value }}
        />
        <Icon of={Pipette} size="s" />
        <span aria-hidden>
          {own ? (
            <bdi dir="ltr" className="num">
              {value}
            </bdi>
          ) : (
            t('other')
          )}
        </span>
        <input
          type="color"
          aria-label={t('otherFor', { label })}
          value={value}
          disabled={disabled}
          onChange={(event) => write(event.target.value)}
          className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-not-allowed"
        />
      </label>
    </div>
  );
}
