import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Offer } from '@src/creation/engines/engines.shared';
import type { WorkflowFound, WorkflowView } from '@src/creation/engines/workflows/workflows.shared';
import { settingKey, type FoundInput, type WorkflowRole } from '@src/engine/remote/comfyui/workflow/inputs.shared';
import { SKIP_ERROR_CHAIN, useForm } from '@/features/core/use-form';
import { trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Checkbox } from '@/ui/form/choices';
import { Field, Input } from '@/ui/form/field';
import { FormErrors } from '@/ui/form/form-errors';
import { Select } from '@/ui/form/select';
import { useEngineWords } from '../engine-words';
import { CreditsField, MODEL_NAME_LENGTH, NameField, TierField, USUAL_CREDITS, type Tier } from '../offer-fields';
import { allowedOf, allowingOf, SettingLimits, type Allowing } from './setting-limits';

/** A workflow that is being imported; `before` is the version that it replaces. */
export interface Importing {
  readonly text: string;
  readonly found: WorkflowFound;
  readonly before?: { readonly view: WorkflowView; readonly workflow: string; readonly offer: Offer };
}

/** What is decided about an input. */
interface Decided {
  readonly isKept: boolean;
  readonly role: WorkflowRole;
  readonly name: string;
  readonly allowed: Allowing;
}

/** An input's first name: the input with spaces, such as `sampler name`. */
const nameOf = (input: string): string =>
  `${input.charAt(0).toUpperCase()}${input.slice(1)}`.replaceAll('_', ' ').slice(0, MODEL_NAME_LENGTH);

/** What was decided about an input before, else what is usual. */
function decidedAt(found: FoundInput, before: Importing['before']): Decided {
  const kept = before?.view.kept.find((one) => settingKey(one) === settingKey(found));
  return {
    isKept: before === undefined ? found.usual : kept !== undefined,
    role: kept?.role ?? found.role,
    name: kept?.name ?? nameOf(found.input),
    allowed: allowingOf(kept?.option ?? found.option),
  };
}

interface WorkflowFormProps {
  readonly engineId: string;
  readonly importing: Importing;
  readonly onOutput: (node: string) => void;
  readonly onSaved: () => void;
  readonly onCancel: () => void;
}

/** The inputs that were found, each kept, named or dropped; the name and the price of the model. */
export function WorkflowForm({
  engineId,
  importing: { text, found, before },
  onOutput,
  onSaved,
  onCancel,
}: WorkflowFormProps) {
  const t = useTranslations('admin.engines.workflows');
  const words = useTranslations('admin.engines');
  const [decided, setDecided] = useState(
    () => new Map(found.inputs.map((one) => [settingKey(one), decidedAt(one, before)])),
  );
  const [name, setName] = useState(before?.offer.name ?? '');
  const [credits, setCredits] = useState(String(before?.offer.credits ?? USUAL_CREDITS));
  const [tier, setTier] = useState<Tier>(before?.offer.tier ?? 'pro');
  const save = useMutation(trpc.engines.saveWorkflow.mutationOptions(SKIP_ERROR_CHAIN));
  const { problemOf } = useEngineWords();
  const inputs = found.inputs.flatMap((one) => {
    const { isKept, role, name: field, allowed } = decided.get(settingKey(one)) ?? decidedAt(one, before);
    return isKept
      ? [
          {
            node: one.node,
            input: one.input,
            role,
            name: field.trim() === '' ? nameOf(one.input) : field.trim(),
            ...(role === 'setting' ? { allowed: allowedOf(allowed) } : {}),
          },
        ]
      : [];
  });
  const form = useForm<never>({
    fields: [],
    read: (error) => ({ message: problemOf(error).message }),
    send: async () => {
      await save.mutateAsync({
        id: engineId,
        text,
        output: found.output.node,
        inputs,
        name: name.trim(),
        credits: Number(credits),
        tier,
        ...(before === undefined ? {} : { workflow: before.workflow }),
      });
      onSaved();
      return undefined;
    },
  });
  const decide = (one: FoundInput, change: Partial<Decided>): void =>
    setDecided((all) =>
      new Map(all).set(settingKey(one), { ...(all.get(settingKey(one)) ?? decidedAt(one, before)), ...change }),
    );
  return (
    <form
      onSubmit={form.submit}
      noValidate
      aria-label={t('formTitle')}
      className="grid gap-4 rounded-group bg-surface-2 p-4"
    >
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <NameField value={name} onChange={setName} />
        <CreditsField makes={found.output.makes} value={credits} onChange={setCredits} />
        <TierField value={tier} onChange={setTier} />
        {found.outputs.length < 2 ? null : (
          <Field label={t('output')}>
            {({ id }) => (
              <Select
                id={id}
                label={t('output')}
                value={found.output.node}
                onChange={onOutput}
                choices={found.outputs.map(({ node, title, makes }) => ({
                  value: node,
                  label: (
                    <>
                      <bdi>{title}</bdi>
                      {` · ${words(`makesOf.${makes}`)}`}
                    </>
                  ),
                }))}
              />
            )}
          </Field>
        )}
      </div>
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-sm font-medium">{t('inputs')}</legend>
        <p className="text-xs text-ink-3">{t('inputsHelp')}</p>
        <ul className="grid gap-1.5">
          {found.inputs.map((one) => (
            <InputRow
              key={settingKey(one)}
              found={one}
              decided={decided.get(settingKey(one)) ?? decidedAt(one, before)}
              onDecide={(change) => decide(one, change)}
            />
          ))}
        </ul>
      </fieldset>
      <FormErrors title={t('notSaved')} problems={form.summary} />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          tone="invert"
          busy={form.busy}
          disabled={name.trim() === '' || credits === '' || inputs.length === 0}
        >
          {t(before === undefined ? 'save' : 'saveVersion')}
        </Button>
        <Button onClick={onCancel}>{words('cancel')}</Button>
      </div>
    </form>
  );
}

/** An input: where it is, what it holds, and what becomes of it. */
function InputRow({
  found,
  decided: { isKept, role, name, allowed },
  onDecide,
}: {
  readonly found: FoundInput;
  readonly decided: Decided;
  readonly onDecide: (change: Partial<Decided>) => void;
}) {
  const t = useTranslations('admin.engines.workflows');
  const { title, input, value, roles, option } = found;
  const place = (
    <>
      <bdi className="font-medium">{title}</bdi> · <bdi className="num text-ink-2">{input}</bdi>
    </>
  );
  return (
    <li className="grid items-start gap-x-4 gap-y-2 rounded-xs bg-surface-1 px-3 py-2 sm:grid-cols-[minmax(0,1fr)_13rem]">
      <Checkbox
        label={<span className="break-words">{place}</span>}
        help={value === '' ? undefined : <bdi className="line-clamp-2 break-all">{value}</bdi>}
        checked={isKept}
        onChange={(next) => onDecide({ isKept: next })}
      />
      {!isKept ? null : role === 'setting' ? (
        <div className="grid gap-2">
          <Input
            aria-label={t('fieldName', { input })}
            dir="auto"
            maxLength={MODEL_NAME_LENGTH}
            value={name}
            onChange={(event) => onDecide({ name: event.target.value })}
          />
          {option === undefined ? null : (
            <SettingLimits
              input={input}
              option={option}
              allowed={allowed}
              onChange={(next) => onDecide({ allowed: next })}
            />
          )}
        </div>
      ) : roles.length > 1 ? (
        <Select
          label={t('roleOf', { input })}
          value={role}
          onChange={(next) => onDecide({ role: next })}
          choices={roles.map((one) => ({ value: one, label: t(`roles.${one}`) }))}
        />
      ) : (
        <span className="py-1 text-sm text-ink-2">{t(`roles.${role}`)}</span>
      )}
    </li>
  );
}
