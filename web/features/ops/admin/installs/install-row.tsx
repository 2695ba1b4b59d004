import { useFormatter, useTranslations } from 'next-intl';
import type { InstallableView, InstallView } from '@src/creation/engines/installs/installs.shared';
import { Badge } from '@/ui/content/badge';
import { Bar } from '@/ui/content/progress';
import { cx } from '@/ui/cx';
import { ServedTools } from '../served-tools';
import { InstallActions } from './install-actions';
import { useBytes } from './use-bytes';

const TONES = {
  running: 'success',
  failed: 'danger',
  stopped: 'plain',
  restarting: 'warning',
  waiting: 'info',
  downloading: 'info',
  building: 'info',
  starting: 'info',
  measuring: 'info',
} as const;

/** A model: what it needs and may be used for, and how far its installation is. */
export function InstallRow({ model, isHere }: { readonly model: InstallableView; readonly isHere: boolean }) {
  const t = useTranslations('admin.engines.install');
  const { install, misfit, licence } = model;
  const isOut = misfit !== undefined || !isHere;
  return (
    <li className="grid gap-2.5 rounded-group bg-surface-2 px-3.5 py-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h3 className={cx('text-md font-medium', isOut && 'text-ink-3')}>
          <bdi>{model.name}</bdi>
        </h3>
        {install === undefined ? null : <Badge tone={TONES[install.stage]}>{t(`stages.${install.stage}`)}</Badge>}
        {licence.use === 'noncommercial' ? <Badge tone="warning">{t('uses.noncommercial')}</Badge> : null}
      </div>
      <Facts model={model} isOut={isOut} />
      <p className="text-xs text-ink-2">
        <ServedTools procedures={model.procedures} />
      </p>
      {misfit === undefined ? null : <Misfit misfit={misfit} />}
      {install === undefined ? null : <Course name={model.name} install={install} />}
      <InstallActions model={model} canInstall={!isOut} isHere={isHere} />
    </li>
  );
}

function Facts({
  model: { bytes, memoryBytes, side, licence, install },
  isOut,
}: {
  readonly model: InstallableView;
  readonly isOut: boolean;
}) {
  const t = useTranslations('admin.engines.install');
  const format = useFormatter();
  const size = useBytes();
  const figures: readonly { readonly label: string; readonly value: string }[] = [
    { label: t('size'), value: size(bytes) },
    { label: t('memory'), value: size(memoryBytes) },
    { label: t('side'), value: t('pixels', { count: format.number(side) }) },
    {
      label: t('time'),
      value:
        install?.imageMs === undefined
          ? isOut
            ? '–'
            : t('unmeasured')
          : t('seconds', { seconds: format.number(install.imageMs / 1_000, { maximumFractionDigits: 1 }) }),
    },
  ];
  return (
    <dl
      className={cx(
        'grid grid-cols-2 gap-x-4 gap-y-2 text-sm sm:grid-cols-3 lg:grid-cols-[1fr_1fr_1fr_1.5fr_1.8fr]',
        isOut ? 'text-ink-3' : 'text-ink-1',
      )}
    >
      {figures.map(({ label, value }) => (
        <div key={label} className="grid content-start">
          <dt className="text-xs text-ink-3">{label}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
      <div className="grid content-start max-lg:col-span-2 sm:max-lg:col-span-1">
        <dt className="text-xs text-ink-3">{t('licence')}</dt>
        <dd>
          <a href={licence.url} target="_blank" rel="noreferrer" className="underline underline-offset-2">
            <bdi>{licence.name}</bdi>
          </a>
          {licence.use === 'noncommercial' ? null : (
            <span className="block text-xs text-ink-2">{t(`uses.${licence.use}`)}</span>
          )}
        </dd>
      </div>
    </dl>
  );
}

function Misfit({ misfit: { reason, needs, has } }: { readonly misfit: NonNullable<InstallableView['misfit']> }) {
  const t = useTranslations('admin.engines.install');
  const size = useBytes();
  return (
    <p className="num text-sm text-warning">
      {reason === 'cores'
        ? t('misfit.cores', { needs, has })
        : t(`misfit.${reason}`, { needs: size(needs), has: size(has) })}
    </p>
  );
}

/** Progress, or why it went wrong. */
function Course({
  name,
  install: { stage, progress, problem, isConnected },
}: {
  readonly name: string;
  readonly install: InstallView;
}) {
  const t = useTranslations('admin.engines.install');
  const size = useBytes();
  if (problem !== undefined) {
    return (
      <div role="alert" className="grid gap-0.5 text-sm">
        <p className="text-danger">{t(`problems.${problem.reason}`)}</p>
        {problem.detail === '' ? null : (
          <p className="text-xs break-words whitespace-pre-line text-ink-2">
            {t.rich('detail', { text: problem.detail, bdi: (words) => <bdi dir="ltr">{words}</bdi> })}
          </p>
        )}
      </div>
    );
  }
  if (stage === 'running' && !isConnected) return <p className="text-sm text-warning">{t('disconnected')}</p>;
  if (progress === undefined) return null;
  return (
    <div className="grid gap-1">
      <Bar percent={(100 * progress.done) / progress.of} label={`${name}: ${t(`stages.${stage}`)}`} />
      {stage === 'downloading' ? (
        <p className="num text-xs text-ink-2">{t('progress', { done: size(progress.done), of: size(progress.of) })}</p>
      ) : null}
    </div>
  );
}
