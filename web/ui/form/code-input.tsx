'use client';

import { useState, type ComponentProps } from 'react';
import { cx } from '../cx';

/** Converts digits of any script to ASCII. */
const digitsOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/[^0-9]/g, '');

export interface CodeInputProps extends Pick<
  ComponentProps<'input'>,
  'id' | 'name' | 'disabled' | 'autoFocus' | 'aria-describedby' | 'aria-label' | 'aria-invalid'
> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Called once with the code when the last digit is entered. */
  readonly onComplete?: (value: string) => void;
  readonly length?: number;
}

/**
 * A code of digits from an email. A single field under drawn boxes, so that paste, the phone's autofill and screen
 * readers work. It accepts a pasted "123 456" or "١٢٣٤٥٦".
 */
export function CodeInput({ value, onChange, onComplete, length = 6, ...rest }: CodeInputProps) {
  const [focused, setFocused] = useState(false);
  const write = (text: string): void => {
    const digits = digitsOf(text).slice(0, length);
    if (digits === value) return;
    onChange(digits);
    if (digits.length === length) onComplete?.(digits);
  };
  const at = Math.min(value.length, length - 1);
  const invalid = rest['aria-invalid'] === true || rest['aria-invalid'] === 'true';
  return (
    <div dir="ltr" className="relative w-fit max-w-full">
      <div aria-hidden className="flex gap-2">
        {Array.from({ length }, (_, index) => (
          <span
            key={index}
            className={cx(
              'num grid h-[52px] w-11 min-w-0 shrink place-items-center rounded-control border bg-surface-2 text-xl font-medium',
              invalid ? 'border-danger' : 'border-line-strong',
              rest.disabled === true && 'text-ink-3',
              focused && index === at && 'outline-2 outline-offset-0 outline-focus',
              length % 2 === 0 && index === length / 2 && 'ms-2',
            )}
          >
            {value[index] ?? ''}
          </span>
        ))}
      </div>
      <input
        {...rest}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern={`[0-9]{${length}}`}
        spellCheck={false}
        value={value}
        onChange={(event) => write(event.target.value)}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onSelect={(event) => event.currentTarget.setSelectionRange(value.length, value.length)}
        className="absolute inset-0 size-full cursor-text bg-transparent text-lg text-transparent caret-transparent outline-none selection:bg-transparent"
      />
    </div>
  );
}
