'use client';

import { Eye, EyeOff } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState, type ComponentProps } from 'react';
import { cx } from '../cx';
import { Input } from './field';
import { Icon } from '../icon';

export interface PasswordInputProps extends Omit<ComponentProps<'input'>, 'type' | 'autoComplete'> {
  /** For password managers: `new-password` to choose one, `current-password` to enter one. */
  readonly autoComplete: 'new-password' | 'current-password';
}

/** A password field with a button that reveals it. Left to right in every language. */
export function PasswordInput({ className, ...rest }: PasswordInputProps) {
  const t = useTranslations('ui.password');
  const [shown, setShown] = useState(false);
  const label = shown ? t('hide') : t('show');
  return (
    <div dir="ltr" className="relative">
      <Input
        {...rest}
        type={shown ? 'text' : 'password'}
        spellCheck={false}
        autoCapitalize="none"
        autoCorrect="off"
        className={cx('pe-11', className)}
      />
      <button
        type="button"
        aria-label={label}
        title={label}
        aria-pressed={shown}
        disabled={rest.disabled}
        onClick={() => setShown(!shown)}
        className="absolute end-1 top-1 grid size-[30px] place-items-center rounded-xs text-ink-2 hover:bg-hover hover:text-ink-1 disabled:cursor-not-allowed disabled:text-ink-3"
      >
        <Icon of={shown ? EyeOff : Eye} size="s" />
      </button>
    </div>
  );
}
