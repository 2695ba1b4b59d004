'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { EngineFound } from '@src/creation/engines/engines.shared';
import { ENGINE_KINDS, type EngineKind } from '@src/creation/engines/kinds.shared';
import { IN_PAGE, useForm } from '@/features/account/use-form';
import { trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Card } from '@/ui/card';
import { Field, Input } from '@/ui/field';
import { FormErrors } from '@/ui/form-errors';
import { PasswordInput } from '@/ui/password-input';
import { Segmented } from '@/ui/segmented';
import { Select } from '@/ui/select';
import { useEngineWords, type EngineField } from './engine-words';
import { Trial } from './trial';

const PRICE = '4';

/** Address and key, a look at what is there, one model to begin with, a trial, and done. */
export function ConnectForm({ start, onDone, onCancel }: { readonly start: Partial<EngineFound>; readonly onDone: () => void; readonly onCancel: () => void }) {
  const t = useTranslations('admin.engines');
  const { problemOf } = useEngineWords();
  const [kind, setKind] = useState<EngineKind>(start.kind ?? 'comfyui');
  const [address, setAddress] = useState(start.address ?? '');
  const [key, setKey] = useState('');
  const look = useMutation(trpc.engines.look.mutationOptions(IN_PAGE));
  const at = { kind, address: address.trim(), ...(key === '' ? {} : { key }) };
  const form = useForm<EngineField>({
    fields: ['address', 'key'],
    read: problemOf,
    send: async () => {
      await look.mutateAsync(at);
      return undefined;
    },
  });
  const found = look.data?.models ?? start.models ?? [];
  return (
    <Card className="grid gap-4">
      <h2 className="text-lg font-strong tracking-title">{t('connectTitle')}</h2>
      <form noValidate className="grid gap-4" onSubmit={form.submit}>
        <Segmented label={t('kind')} value={kind} onChange={setKind} choices={ENGINE_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))} className="justify-self-start" />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('address')} help={t(`addressHelp.${kind}`)} {...form.at.address}>
            {({ id, describedBy, invalid }) => <Input id={id} aria-describedby={describedBy} aria-invalid={invalid} type="url" inputMode="url" autoCapitalize="none" spellCheck={false} dir="ltr" value={address} onChange={(event) => setAddress(event.target.value)} />}
          </Field>
          <Field label={t('key')} help={t('keyHelp')} {...form.at.key}>
            {({ id, describedBy, invalid }) => <PasswordInput id={id} aria-describedby={describedBy} aria-invalid={invalid} autoComplete="new-password" value={key} onChange={(event) => setKey(event.target.value)} />}
          </Field>
        </div>
        <FormErrors title={t('notReached')} problems={form.summary} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" tone={found.length === 0 ? 'invert' : 'plain'} busy={form.busy} disabled={address.trim() === ''}>
            {t('look')}
          </Button>
          <Button tone="quiet" onClick={onCancel}>
            {t('cancel')}
          </Button>
        </div>
      </form>
      {look.isSuccess && found.length === 0 ? <p role="status" className="text-sm text-ink-2">{t('noModels')}</p> : null}
      {found.length === 0 ? null : <OfferForm at={at} models={found} onDone={onDone} />}
    </Card>
  );
}

interface OfferFormProps {
  readonly at: { readonly kind: EngineKind; readonly address: string; readonly key?: string };
  readonly models: readonly string[];
  readonly onDone: () => void;
}

function OfferForm({ at, models, onDone }: OfferFormProps) {
  const t = useTranslations('admin.engines');
  const [model, setModel] = useState(models[0] ?? '');
  const [name, setName] = useState('');
  const [credits, setCredits] = useState(PRICE);
  const trial = useMutation(trpc.engines.test.mutationOptions(IN_PAGE));
  const connect = useMutation(trpc.engines.connect.mutationOptions(IN_PAGE));
  const shown = name.trim() === '' ? model.replace(/\.(safetensors|ckpt)$/, '').slice(0, 60) : name.trim();
  const { problemOf } = useEngineWords();
  const form = useForm<never>({
    fields: [],
    read: (error) => ({ message: problemOf(error).message }),
    send: async () => {
      await connect.mutateAsync({ ...at, name: shown, offers: [{ model, name: shown, procedures: ['text2Image.create', 'image2Image.create'], credits: Number(credits), tier: 'free' }] });
      onDone();
      return undefined;
    },
  });
  return (
    <form onSubmit={form.submit} noValidate className="grid gap-4 border-t border-line pt-4">
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label={t('model')}>{({ id }) => <Select id={id} label={t('model')} value={model} onChange={setModel} choices={models.map((value) => ({ value, label: <bdi>{value}</bdi> }))} />}</Field>
        <Field label={t('name')}>{({ id }) => <Input id={id} dir="auto" maxLength={60} placeholder={shown} value={name} onChange={(event) => setName(event.target.value)} />}</Field>
        <Field label={t('credits')}>{({ id }) => <Input id={id} dir="ltr" inputMode="numeric" value={credits} onChange={(event) => setCredits(event.target.value.replace(/\D/g, '').slice(0, 4))} className="num" />}</Field>
      </div>
      <FormErrors title={t('notConnected')} problems={form.summary} />
      <Trial trial={trial.data} error={trial.error} />
      <div className="flex flex-wrap gap-2">
        <Button busy={trial.isPending} onClick={() => trial.mutate({ ...at, model })}>
          {t('try')}
        </Button>
        <Button type="submit" tone="invert" busy={form.busy} disabled={credits === ''}>
          {t('connect')}
        </Button>
      </div>
    </form>
  );
}
