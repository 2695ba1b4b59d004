import { useFormatter, useTranslations } from 'next-intl';
import type { EngineListed } from '@src/creation/engines/engines.shared';

/** Usage of an engine: images, time, cost, errors, and jobs passed to or taken from another engine. */
export function EngineUse({ engine: { use, callsAt } }: { readonly engine: EngineListed }) {
  const t = useTranslations('admin.engines.use');
  const format = useFormatter();
  const seconds = (ms: number): string =>
    t('seconds', { seconds: format.number(ms / 1_000, { maximumFractionDigits: 1 }) });
  const figures: readonly { readonly label: string; readonly value: string; readonly note?: string | undefined }[] = [
    { label: t('made'), value: format.number(use.made) },
    {
      label: t('average'),
      value: use.averageMs === undefined ? '–' : seconds(use.averageMs),
      note: use.computeMs === undefined ? undefined : t('computed', { time: seconds(use.computeMs) }),
    },
    {
      label: t('cost'),
      value:
        use.cost === undefined
          ? '–'
          : format.number(use.cost.micros / 1_000_000, {
              style: 'currency',
              currency: 'USD',
              maximumFractionDigits: 4,
            }),
      note: use.cost === undefined ? t('costUnknown') : t('costOf', { count: use.cost.pictures }),
    },
    {
      label: t('failed'),
      value: format.number(use.failed),
      note: use.refused === 0 ? undefined : t('refused', { count: use.refused }),
    },
    { label: t('handedOn'), value: format.number(use.handedOn) },
    { label: t('stoodIn'), value: format.number(use.stoodIn) },
  ];
  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-medium">{t('title', { days: use.days })}</h3>
      <dl className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {figures.map(({ label, value, note }) => (
          <div key={label} className="grid content-start gap-0.5 rounded-group bg-surface-2 px-3.5 py-2">
            <dt className="text-xs text-ink-2">{label}</dt>
            <dd className="num text-md font-medium">{value}</dd>
            {note === undefined ? null : <dd className="num text-xs text-ink-3">{note}</dd>}
          </div>
        ))}
      </dl>
      <p className="text-xs text-ink-3">
        {callsAt === undefined
          ? t('asked')
          : t.rich('calls', { address: callsAt, bdi: (words) => <bdi className="num break-all">{words}</bdi> })}
      </p>
    </section>
  );
}
