import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Field } from '@/ui/form/field';
import { PasswordInput } from '@/ui/form/password-input';
import { PASSWORD_LENGTH } from '../use-account-form';

export interface PasswordFieldProps {
  readonly id: string;
  readonly label: string;
  readonly error: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** `new` shows the password rule. */
  readonly kind: 'new' | 'current';
  readonly aside?: ReactNode;
}

/** A password field with its label and, for a new password, the rule. */
export function PasswordField({ id, label, error, value, onChange, kind, aside }: PasswordFieldProps) {
  const t = useTranslations('account');
  return (
    <Field
      label={label}
      id={id}
      error={error}
      aside={aside}
      {...(kind === 'new' ? { help: t('passwordHelp', { least: PASSWORD_LENGTH.least }) } : {})}
    >
      {({ id: input, describedBy, invalid }) => (
        <PasswordInput
          id={input}
          name={kind === 'new' ? 'new-password' : 'password'}
          aria-describedby={describedBy}
          aria-invalid={invalid}
          autoComplete={kind === 'new' ? 'new-password' : 'current-password'}
          required
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
