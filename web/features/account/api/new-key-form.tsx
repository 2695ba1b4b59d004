'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { API_KEY_NAME_MAX, type ApiKeySecret } from '@src/identity/api-keys/api-keys.shared';
import { API_SCOPES, type ApiScope } from '@src/kernel/api-scopes.shared';
import { API_CREDITS_PER_CREDIT, PAYERS, type Payer } from '@src/kernel/payers.shared';
import { useForm } from '@/features/core/use-form';
import { readFailure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import { Button } from '@/ui/button';
import { Checkbox, RadioChoices } from '@/ui/form/choices';
import { Field, Input } from '@/ui/form/field';
import { useCreateApiKey } from './use-api-keys';

const FIELDS = ['name'] as const;

/** Creates an API key. */
export function NewKeyForm({ onSecret }: { readonly onSecret: (secret: ApiKeySecret) => void }) {
  const t = useTranslations('api');
  const { ofFailure } = useErrorWords();
  const create = useCreateApiKey();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly ApiScope[]>(['create', 'read']);
  const [payer, setPayer] = useState<Payer>('credits');
  const toggle = (scope: ApiScope, isOn: boolean): void =>
    setScopes(API_SCOPES.filter((one) => (one === scope ? isOn : scopes.includes(one))));
  const form = useForm<'name'>({
    fields: FIELDS,
    read: (error) => ({ field: 'name', message: ofFailure(readFailure(error)) }),
    send: async () => {
      if (name.trim() === '') return [{ field: 'name', message: t('new.nameMissing') }];
      if (scopes.length === 0) return [{ field: 'name', message: t('new.scopeMissing') }];
      onSecret(await create.mutateAsync({ name, scopes: [...scopes], payer }));
      setName('');
      return undefined;
    },
  });
  return (
    <form {...form.early} onSubmit={form.submit} className="grid gap-3 border-t border-line pt-4" noValidate>
      <Field {...form.at.name} label={t('new.name')} help={t('new.nameHelp')}>
        {({ id, describedBy, invalid }) => (
          <Input
            id={id}
            name="name"
            dir="auto"
            autoComplete="off"
            maxLength={API_KEY_NAME_MAX}
            aria-describedby={describedBy}
            aria-invalid={invalid}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <fieldset className="grid gap-2">
        <legend className="pb-1.5 text-sm font-medium">{t('new.scopes')}</legend>
        {API_SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            label={t(`keys.scopes.${scope}`)}
            help={t(`new.scopeHelp.${scope}`)}
            checked={scopes.includes(scope)}
            onChange={(isOn) => toggle(scope, isOn)}
          />
        ))}
      </fieldset>
      <fieldset className="grid gap-2">
        <legend className="pb-1.5 text-sm font-medium">{t('new.payer')}</legend>
        <RadioChoices
          label={t('new.payer')}
          value={payer}
          onChange={setPayer}
          choices={PAYERS.map((value) => ({
            value,
            label: t(`keys.payers.${value}`),
            help: t(`new.payerHelp.${value}`, { rate: API_CREDITS_PER_CREDIT }),
          }))}
        />
      </fieldset>
      <Button type="submit" tone="invert" busy={form.busy} className="justify-self-start">
        {t('new.press')}
      </Button>
    </form>
  );
}
