import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { ENGINE_SERVES, HOSTED_ADDRESSES, type EngineKind } from '@src/creation/engines/kinds.shared';
import type { ProcedureName } from '@src/creation/procedures/registry.shared';
import { isNonCommercial, type HostedModel } from '@src/engine/remote/hosted/models.shared';
import { defined } from '@src/kernel/defined.shared';
import { SKIP_ERROR_CHAIN, useForm } from '@/features/core/use-form';
import { trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';
import { Field, Input } from '@/ui/form/field';
import { FormErrors } from '@/ui/form/form-errors';
import { Select } from '@/ui/form/select';
import { useDebounced } from '@/ui/hooks/use-debounced';
import { useEngineWords } from './engine-words';
import { KnownFacts, KnownModels } from './known-models';
import { CreditsField, NameField, TierField, USUAL_CREDITS, type Tier } from './offer-fields';
import { ServedTools } from './served-tools';
import { Trial } from './trial';

/** Choice value: the model is offered under its own name. */
const OWN = 'own';
const PER = ['picture', 'second'] as const;
type Per = (typeof PER)[number];
const MAKES = ['image', 'video'] as const;
type Makes = (typeof MAKES)[number];
/** Time without typing after which the engine is asked about a model, milliseconds. */
const SETTLED_MS = 400;

/** A model already on offer, which another engine's model may replace. */
export interface OfferedModel {
  readonly id: string;
  readonly name: string;
}

interface OfferFormProps {
  readonly at: { readonly kind: EngineKind; readonly address: string; readonly key?: string };
  readonly models: readonly string[];
  readonly liveModels: readonly OfferedModel[];
  readonly onDone: () => void;
}

/** A model's name without its file extension. */
const displayName = (model: string): string => model.replace(/\.(safetensors|ckpt)$/, '').slice(0, 60);

/** Chooses the model to offer, its purpose, and the operator's cost. */
export function OfferForm({ at, models, liveModels, onDone }: OfferFormProps) {
  const t = useTranslations('admin.engines');
  const [model, setModel] = useState(models[0] ?? '');
  const [name, setName] = useState('');
  const [makes, setMakes] = useState<Makes>('image');
  const [credits, setCredits] = useState(USUAL_CREDITS);
  const [tier, setTier] = useState<Tier>('pro');
  const [standsInFor, setStandsInFor] = useState(OWN);
  const [cost, setCost] = useState('');
  const [per, setPer] = useState<Per>('picture');
  // The declaration is about one model.
  const [declared, setDeclared] = useState<string>();
  const trial = useMutation(trpc.engines.test.mutationOptions(SKIP_ERROR_CHAIN));
  const connect = useMutation(trpc.engines.connect.mutationOptions(SKIP_ERROR_CHAIN));
  const modelName = model.trim();
  const shown = name.trim() === '' ? displayName(modelName) : name.trim();
  const isOwn = standsInFor === OWN;
  const micros = Math.round(Number(cost) * 1_000_000);
  const [mustDeclare, isDeclared] = [isNonCommercial(at.kind, modelName), declared === modelName];
  const procedures = useServed(at, modelName, setMakes)?.filter((one) => ENGINE_SERVES[makes].includes(one));
  const { problemOf } = useEngineWords();
  const form = useForm<never>({
    fields: [],
    read: (error) => ({ message: problemOf(error).message }),
    send: async () => {
      await connect.mutateAsync({
        ...at,
        name: shown,
        offers: [
          {
            model: modelName,
            name: shown,
            procedures: [...(procedures ?? ENGINE_SERVES[makes])],
            credits: isOwn ? Number(credits) : 0,
            tier,
            ...(isOwn ? {} : { standsInFor }),
            ...(micros > 0 ? { cost: { micros, per } } : {}),
            ...(mustDeclare && isDeclared ? { nonCommercial: true } : {}),
          },
        ],
      });
      onDone();
      return undefined;
    },
  });
  const pick = ({ model: known, name: usual, price }: HostedModel): void => {
    setModel(known);
    setName(usual);
    setCost(price === undefined ? '' : String(price.micros / 1_000_000));
    setPer(price?.per ?? 'picture');
  };
  return (
    <form onSubmit={form.submit} noValidate className="grid gap-4 border-t border-line pt-4">
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <KnownModels kind={at.kind} model={modelName} onPick={pick} />
        <ModelField
          isFree={HOSTED_ADDRESSES[at.kind] !== undefined}
          model={model}
          models={models}
          onChange={setModel}
        />
        <NameField value={name} placeholder={shown} onChange={setName} />
        <Field label={t('makes')} help={makes === 'video' ? t('makesHelp') : undefined}>
          {({ id }) => (
            <Select
              id={id}
              label={t('makes')}
              value={makes}
              onChange={setMakes}
              choices={MAKES.map((value) => ({ value, label: t(`makesOf.${value}`) }))}
            />
          )}
        </Field>
        {isOwn ? <CreditsField makes={makes} value={credits} onChange={setCredits} /> : null}
        {isOwn ? <TierField value={tier} onChange={setTier} /> : null}
        {liveModels.length === 0 ? null : (
          <StandsInField value={standsInFor} liveModels={liveModels} onChange={setStandsInFor} />
        )}
        <CostFields cost={cost} onCost={setCost} per={per} onPer={setPer} />
      </div>
      <KnownFacts
        kind={at.kind}
        model={modelName}
        isDeclared={isDeclared}
        onDeclare={(may) => setDeclared(may ? modelName : undefined)}
      />
      <p aria-live="polite" className="min-h-[1.5em] text-sm text-ink-2">
        {procedures === undefined ? null : <ServedTools procedures={procedures} />}
      </p>
      <FormErrors title={t('notConnected')} problems={form.summary} />
      <Trial trial={trial.data} error={trial.error} />
      <div className="flex flex-wrap gap-2">
        <Button
          busy={trial.isPending}
          disabled={modelName === ''}
          onClick={() => trial.mutate({ ...at, model: modelName, makes })}
        >
          {t(makes === 'video' ? 'tryFilm' : 'try')}
        </Button>
        <Button
          type="submit"
          tone="invert"
          busy={form.busy}
          disabled={
            modelName === '' || procedures?.length === 0 || (isOwn && credits === '') || (mustDeclare && !isDeclared)
          }
        >
          {t('connect')}
        </Button>
      </div>
    </form>
  );
}

/**
 * The procedures that a model serves; undefined until the engine has answered.
 * @param onOnly called when the model makes only images or only videos
 */
function useServed(
  at: OfferFormProps['at'],
  model: string,
  onOnly: (makes: Makes) => void,
): readonly ProcedureName[] | undefined {
  const settled = useDebounced(model, SETTLED_MS);
  const { mutate, data, variables } = useMutation(
    trpc.engines.serves.mutationOptions({
      ...SKIP_ERROR_CHAIN,
      onSuccess: ({ procedures }) => {
        const [only, another] = MAKES.filter((makes) => procedures.some((one) => ENGINE_SERVES[makes].includes(one)));
        if (only !== undefined && another === undefined) onOnly(only);
      },
    }),
  );
  const { kind, address, key } = at;
  useEffect(() => {
    if (settled !== '') mutate({ kind, address, ...defined({ key }), model: settled });
  }, [mutate, kind, address, key, settled]);
  return variables?.model === model ? data?.procedures : undefined;
}

/** The operator's cost in US dollars, and its unit. */
function CostFields({
  cost,
  onCost,
  per,
  onPer,
}: {
  readonly cost: string;
  readonly onCost: (cost: string) => void;
  readonly per: Per;
  readonly onPer: (per: Per) => void;
}) {
  const t = useTranslations('admin.engines');
  return (
    <>
      <Field label={t('cost')} help={t('costHelp')}>
        {({ id, describedBy }) => (
          <Input
            id={id}
            aria-describedby={describedBy}
            dir="ltr"
            inputMode="decimal"
            placeholder="0.003"
            value={cost}
            onChange={(event) => onCost(event.target.value.replace(/[^\d.]/g, '').slice(0, 9))}
            className="num"
          />
        )}
      </Field>
      <Field label={t('costFor')}>
        {({ id }) => (
          <Select
            id={id}
            label={t('costFor')}
            value={per}
            onChange={onPer}
            choices={PER.map((value) => ({ value, label: t(`per.${value}`) }))}
          />
        )}
      </Field>
    </>
  );
}

/** Whether the model is offered under its own name, or as a fallback for another. */
function StandsInField({
  value,
  liveModels,
  onChange,
}: {
  readonly value: string;
  readonly liveModels: readonly OfferedModel[];
  readonly onChange: (value: string) => void;
}) {
  const t = useTranslations('admin.engines');
  return (
    <Field label={t('offeredAs')} help={value === OWN ? undefined : t('standsInHelp')}>
      {({ id }) => (
        <Select
          id={id}
          label={t('offeredAs')}
          value={value}
          onChange={onChange}
          choices={[
            { value: OWN, label: t('ownModel') },
            ...liveModels.map((one) => ({
              value: one.id,
              label: t.rich('standsInFor', { name: one.name, bdi: (words) => <bdi>{words}</bdi> }),
            })),
          ]}
        />
      )}
    </Field>
  );
}

/** Chooses an available model. Where there are thousands, it is a text field for the name. */
function ModelField({
  isFree,
  model,
  models,
  onChange,
}: {
  readonly isFree: boolean;
  readonly model: string;
  readonly models: readonly string[];
  readonly onChange: (model: string) => void;
}) {
  const t = useTranslations('admin.engines');
  if (!isFree) {
    return (
      <Field label={t('model')}>
        {({ id }) => (
          <Select
            id={id}
            label={t('model')}
            value={model}
            onChange={onChange}
            choices={models.map((value) => ({ value, label: <bdi>{value}</bdi> }))}
          />
        )}
      </Field>
    );
  }
  return (
    <Field label={t('model')} help={t('modelHelp')}>
      {({ id, describedBy }) => (
        <>
          <Input
            id={id}
            aria-describedby={describedBy}
            dir="ltr"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            list={`${id}-models`}
            value={model}
            onChange={(event) => onChange(event.target.value)}
          />
          <datalist id={`${id}-models`}>
            {models.map((value) => (
              <option key={value} value={value} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
