import { useTranslations } from 'next-intl';
import { Field, Input } from '@/ui/form/field';

export interface EmailFieldProps {
  readonly id: string;
  readonly error: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Label of a field that asks for the address again. It is never autofilled. */
  readonly again?: string;
}

/** The email field of an account. Password managers expect `username`; the type gives phones the right keyboard. */
export function EmailField({ id, error, value, onChange, again }: EmailFieldProps) {
  const t = useTranslations('account');
  return (
    <Field label={again ?? t('email')} id={id} error={error}>
      {({ id: input, describedBy, invalid }) => (
        <Input
          id={input}
          name={again === undefined ? 'email' : 'confirm'}
          aria-describedby={describedBy}
          aria-invalid={invalid}
          type="email"
          inputMode="email"
          dir="ltr"
          autoComplete={again === undefined ? 'username' : 'off'}
          autoCapitalize="none"
          spellCheck={false}
          required
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
