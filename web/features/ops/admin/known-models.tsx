import { useFormatter, useTranslations } from 'next-intl';
import { proceduresFor, type EngineKind } from '@src/creation/engines/kinds.shared';
import { definitionOf, remoteUseOf, type ProcedureName } from '@src/creation/procedures/registry.shared';
import { hostedModel, HOSTED_MODELS, type HostedModel } from '@src/engine/remote/hosted/models.shared';
import { Switch } from '@/ui/form/choices';
import { Field } from '@/ui/form/field';
import { Select } from '@/ui/form/select';

const NONE = 'other';
const MICROS = 1_000_000;

/** The known models of a hosted service; none for other kinds. */
const knownOf = (kind: EngineKind): readonly HostedModel[] =>
  kind === 'replicate' || kind === 'fal' ? HOSTED_MODELS[kind] : [];

/** The tools of a model's first operation, the one that is closest to it first. */
const toolsFor = ([operation]: HostedModel['operations']): readonly ProcedureName[] => {
  const ways = (procedure: ProcedureName): number => remoteUseOf(procedure)?.operations.length ?? 0;
  return operation === undefined ? [] : proceduresFor([operation]).toSorted((one, other) => ways(one) - ways(other));
};

/** Picks a model by the tool that it serves, from the table of known models. */
export function KnownModels({
  kind,
  model,
  onPick,
}: {
  readonly kind: EngineKind;
  readonly model: string;
  readonly onPick: (entry: HostedModel) => void;
}) {
  const t = useTranslations('admin.engines.known');
  const tn = useTranslations('tools.names');
  const known = knownOf(kind);
  if (known.length === 0) return null;
  const toolOf = ({ operations }: HostedModel): string =>
    toolsFor(operations)
      .slice(0, 1)
      .map((procedure) => tn(definitionOf(procedure).key))
      .join('');
  const choices = known.map((entry) => ({
    value: entry.model,
    label: t.rich('choice', { tool: toolOf(entry), name: entry.name, bdi: (words) => <bdi>{words}</bdi> }),
  }));
  return (
    <Field label={t('pick')} help={t('pickHelp')}>
      {({ id }) => (
        <Select
          id={id}
          label={t('pick')}
          value={hostedModel(kind, model)?.model ?? NONE}
          choices={[{ value: NONE, label: t('other') }, ...choices]}
          onChange={(name) => {
            const entry = known.find((one) => one.model === name);
            if (entry !== undefined) onPick(entry);
          }}
        />
      )}
    </Field>
  );
}

/** Licence and published price of a known model; asks for a declaration where the licence forbids commercial use. */
export function KnownFacts({
  kind,
  model,
  isDeclared,
  onDeclare,
}: {
  readonly kind: EngineKind;
  readonly model: string;
  readonly isDeclared: boolean;
  readonly onDeclare: (isDeclared: boolean) => void;
}) {
  const t = useTranslations('admin.engines.known');
  const format = useFormatter();
  const entry = hostedModel(kind, model);
  if (entry === undefined) return null;
  const { licence, price } = entry;
  return (
    <div className="grid gap-2 text-sm text-ink-2">
      <p>
        {t(`licences.${licence}`)}
        {price === undefined
          ? null
          : ` ${t(`price.${price.per}`, { price: format.number(price.micros / MICROS, { style: 'currency', currency: 'USD', maximumFractionDigits: 4 }), day: format.dateTime(new Date(`${price.read}T12:00:00Z`), { dateStyle: 'medium' }) })}`}
      </p>
      {licence === 'non-commercial' ? (
        <Switch label={t('declare')} checked={isDeclared} onChange={onDeclare} end={false} />
      ) : null}
    </div>
  );
}
