'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Checkbox, RadioChoices, Switch } from '@/ui/form/choices';
import { CodeInput } from '@/ui/form/code-input';
import { Field, Input, Textarea } from '@/ui/form/field';
import { FormErrors } from '@/ui/form/form-errors';
import { PasswordInput } from '@/ui/form/password-input';
import { Specimen } from './specimen';

function Fields() {
  const t = useTranslations('image');
  const ui = useTranslations('ui');
  const errors = useTranslations('errors');
  const [code, setCode] = useState('48');
  return (
    <Specimen name="Field, Input, Textarea, PasswordInput, CodeInput">
      <Field label={t('prompt.label')}>
        {({ id }) => <Textarea id={id} rows={3} placeholder={t('prompt.placeholder')} />}
      </Field>
      <Field label={t('advanced.seed')} help={t('advanced.seedHelp')}>
        {({ id, describedBy }) => (
          <Input id={id} aria-describedby={describedBy} inputMode="numeric" defaultValue="481207" />
        )}
      </Field>
      <Field label={t('advanced.negative')} error={errors('VALIDATION_ERROR')}>
        {({ id, describedBy, invalid }) => (
          <Input id={id} aria-describedby={describedBy} aria-invalid={invalid} defaultValue="?" />
        )}
      </Field>
      <Field label={t('model')}>{({ id }) => <Input id={id} disabled defaultValue={t('styles.oil')} />}</Field>
      <Field label={ui('password.show')}>
        {({ id }) => <PasswordInput id={id} autoComplete="current-password" defaultValue="0123456789" />}
      </Field>
      <Field label={errors('VERIFICATION_EXPIRED')}>
        {({ id }) => <CodeInput id={id} value={code} onChange={setCode} />}
      </Field>
      <Field label={t('advanced.newSeed')} error={errors('WRONG_EMAIL_CODE')}>
        {({ id, describedBy, invalid }) => (
          <CodeInput
            id={id}
            aria-describedby={describedBy}
            aria-invalid={invalid}
            value="482913"
            onChange={() => undefined}
          />
        )}
      </Field>
    </Specimen>
  );
}

function Choosing() {
  const t = useTranslations('image');
  const [on, setOn] = useState(true);
  const [style, setStyle] = useState<'natural' | 'poster' | 'clay'>('natural');
  return (
    <Specimen name="Checkbox, Switch, RadioChoices">
      <Checkbox label={t('actions.recreate')} help={t('actions.recreateHelp')} checked={on} onChange={setOn} />
      <Checkbox label={t('allStyles', { count: 13 })} checked="mixed" onChange={() => undefined} />
      <Checkbox label={t('styles.neon')} checked={false} onChange={() => undefined} disabled />
      <Switch label={t('surprise')} help={t('actions.remixHelp')} checked={on} onChange={setOn} />
      <Switch label={t('advanced.label')} checked={false} onChange={() => undefined} disabled />
      <RadioChoices
        row
        label={t('style')}
        value={style}
        onChange={setStyle}
        choices={[
          { value: 'natural', label: t('styles.natural') },
          { value: 'poster', label: t('styles.poster') },
          { value: 'clay', label: t('styles.clay'), disabled: true },
        ]}
      />
    </Specimen>
  );
}

function Summary() {
  const errors = useTranslations('errors');
  const [problems, setProblems] = useState<readonly { readonly message: string }[]>([]);
  return (
    <Specimen name="FormErrors">
      <button
        type="button"
        className="min-h-6 w-fit text-sm underline"
        onClick={() =>
          setProblems([{ message: errors('EMAIL_AND_PASSWORD_REQUIRED') }, { message: errors('DISPOSABLE_EMAIL') }])
        }
      >
        {errors('tryAgain')}
      </button>
      <FormErrors title={errors('VALIDATION_ERROR')} problems={problems} />
    </Specimen>
  );
}

/** Inputs and selection controls. */
export function FormsHall() {
  return (
    <>
      <Fields />
      <Choosing />
      <Summary />
    </>
  );
}
