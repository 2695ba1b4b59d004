'use client';

import { useMutation } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import type { EngineFound } from '@src/creation/engines/engines.shared';
import { ENGINE_KINDS, HOSTED_ADDRESSES, type EngineKind } from '@src/creation/engines/kinds.shared';
import { SKIP_ERROR_CHAIN, useForm } from '@/features/core/use-form';
import { trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { Field, Input } from '@/ui/form/field';
import { FormErrors } from '@/ui/form/form-errors';
import { PasswordInput } from '@/ui/form/password-input';
import { Segmented } from '@/ui/form/segmented';
import { useEngineWords, type EngineField } from './engine-words';
import { OfferForm, type OfferedModel } from './offer-form';

/** Connects an engine in steps: address and key, models found, first model, trial, done. */
export function ConnectForm({
  start,
  models,
  onDone,
  onCancel,
}: {
  readonly start: Partial<EngineFound>;
  readonly models: readonly OfferedModel[];
  readonly onDone: () => void;
  readonly onCancel: () => void;
}) {
  const t = useTranslations('admin.engines');
  const format = useFormatter();
  const { problemOf } = useEngineWords();
  const [kind, setKind] = useState<EngineKind>(start.kind ?? 'comfyui');
  const [address, setAddress] = useState(start.address ?? '');
  const [key, setKey] = useState('');
  const look = useMutation(trpc.engines.look.mutationOptions(SKIP_ERROR_CHAIN));
  const at = { kind, address: address.trim(), ...(key === '' ? {} : { key }) };
  const form = useForm<EngineField>({
    fields: ['address', 'key'],
    read: problemOf,
    send: async () => {
      await look.mutateAsync(at);
      return undefined;
    },
  });
  const chooseKind = (next: EngineKind): void => {
    setKind(next);
    // A hosted engine has a fixed address. Fill it in, and clear it when the kind changes.
    if (address === '' || address === HOSTED_ADDRESSES[kind]) setAddress(HOSTED_ADDRESSES[next] ?? '');
  };
  const found = look.data?.models ?? start.models ?? [];
  const features = look.data?.features ?? start.features ?? [];
  return (
    <Card className="grid gap-4">
      <h2 className="text-lg font-strong tracking-title">{t('connectTitle')}</h2>
      <form noValidate className="grid gap-4" onSubmit={form.submit}>
        <Segmented
          label={t('kind')}
          value={kind}
          onChange={chooseKind}
          choices={ENGINE_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          className="flex-wrap justify-self-start"
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('address')} help={t(`addressHelp.${kind}`)} {...form.at.address}>
            {({ id, describedBy, invalid }) => (
              <Input
                id={id}
                aria-describedby={describedBy}
                aria-invalid={invalid}
                type="url"
                inputMode="url"
                autoCapitalize="none"
                spellCheck={false}
                dir="ltr"
                value={address}
                onChange={(event) => setAddress(event.target.value)}
              />
            )}
          </Field>
          <Field label={t('key')} help={t('keyHelp')} {...form.at.key}>
            {({ id, describedBy, invalid }) => (
              <PasswordInput
                id={id}
                aria-describedby={describedBy}
                aria-invalid={invalid}
                autoComplete="new-password"
                value={key}
                onChange={(event) => setKey(event.target.value)}
              />
            )}
          </Field>
        </div>
        <FormErrors title={t('notReached')} problems={form.summary} />
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            tone={found.length === 0 ? 'invert' : 'plain'}
            busy={form.busy}
            disabled={address.trim() === ''}
          >
            {t('look')}
          </Button>
          <Button tone="quiet" onClick={onCancel}>
            {t('cancel')}
          </Button>
        </div>
      </form>
      {look.isSuccess && found.length === 0 ? (
        <p role="status" className="text-sm text-ink-2">
          {t('noModels')}
        </p>
      ) : null}
      {features.length === 0 ? null : (
        <p className="text-sm text-ink-2">
          {t('canDo', { list: format.list(features.map((name) => t(`features.${name}`))) })}
        </p>
      )}
      <Unusable files={look.data?.unusable ?? start.unusable ?? []} />
      {found.length === 0 ? null : <OfferForm at={at} models={found} liveModels={models} onDone={onDone} />}
    </Card>
  );
}

/** Files that make nothing, each with the reason. */
function Unusable({ files }: { readonly files: NonNullable<EngineFound['unusable']> }) {
  const t = useTranslations('admin.engines.unusable');
  if (files.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-ink-2">{t('title')}</summary>
      <ul className="grid gap-1 pt-2 text-ink-2">
        {files.map(({ model, reason, missing = '' }) => (
          <li key={model} className="break-words">
            {t.rich('text', { model, reason: t(`reasons.${reason}`, { missing }), bdi: (words) => <bdi>{words}</bdi> })}
          </li>
        ))}
      </ul>
    </details>
  );
}
