'use client';

import { useTranslations } from 'next-intl';
import { PROJECT_NAME_MAX, projectNameOf } from '@src/creation/projects/project.shared';
import { Field, Input } from '@/ui/form/field';

/** A project's name field. Shows its problem after the first submit. */
export function NameField({
  value,
  isSubmitted,
  label,
  onChange,
}: {
  readonly value: string;
  readonly isSubmitted: boolean;
  readonly label: string;
  readonly onChange: (value: string) => void;
}) {
  const t = useTranslations('projects.name');
  return (
    <Field
      label={label}
      error={isSubmitted && projectNameOf(value) === undefined ? t('invalid', { max: PROJECT_NAME_MAX }) : undefined}
    >
      {({ id, describedBy, invalid }) => (
        <Input
          id={id}
          dir="auto"
          autoComplete="off"
          value={value}
          placeholder={t('placeholder')}
          aria-describedby={describedBy}
          aria-invalid={invalid || undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
