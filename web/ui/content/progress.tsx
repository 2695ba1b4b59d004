import type { ReactNode } from 'react';
import { cx } from '../cx';

/** A progress bar, with its text beside it; percent 0 to 100. */
export function Bar({
  percent,
  label,
  onMedia = false,
  className,
}: {
  readonly percent: number;
  readonly label: string;
  readonly onMedia?: boolean;
  readonly className?: string;
}) {
  const at = Math.max(0, Math.min(100, Math.round(percent)));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={at}
      className={cx('h-1 overflow-hidden rounded-full', onMedia ? 'bg-ink-on-media/28' : 'bg-surface-3', className)}
    >
      <div
        className="h-full rounded-full bg-accent transition-[width] duration-300 ease-out motion-reduce:transition-none"
        style={{ inlineSize: `${at}%` }}
      />
    </div>
  );
}

export interface StageView {
  readonly key: string;
  readonly label: ReactNode;
  /** At the end of the line: the duration or the progress. */
  readonly note?: ReactNode;
  readonly state: 'done' | 'now' | 'ahead';
  /** Progress of the current stage, 0 to 100. */
  readonly percent?: number;
  /** Share of the bar; 1 by default. */
  readonly weight?: number;
}

/** Stages in order: past ones are solid, the current one fills, later ones are empty. */
export function Stages({ label, stages }: { readonly label: string; readonly stages: readonly StageView[] }) {
  return (
    <ol
      aria-label={label}
      className="grid gap-2.5"
      style={{ gridTemplateColumns: stages.map((stage) => `minmax(0,${stage.weight ?? 1}fr)`).join(' ') }}
    >
      {stages.map((stage) => (
        <li
          key={stage.key}
          aria-current={stage.state === 'now' ? 'step' : undefined}
          className={cx(
            'grid min-w-0 content-start gap-2 text-xs',
            stage.state === 'now' ? 'font-medium text-ink-1' : stage.state === 'done' ? 'text-ink-2' : 'text-ink-3',
          )}
        >
          <span aria-hidden className="h-[5px] overflow-hidden rounded-full bg-surface-3">
            <span
              className={cx('block h-full rounded-full', stage.state === 'done' ? 'bg-ink-3' : 'bg-accent')}
              style={{
                inlineSize: stage.state === 'done' ? '100%' : stage.state === 'now' ? `${stage.percent ?? 0}%` : '0',
              }}
            />
          </span>
          <span className={cx('num flex justify-between gap-1.5', stage.state !== 'now' && 'max-md:sr-only')}>
            <span className="truncate">{stage.label}</span>
            {stage.note === undefined ? null : <span className="shrink-0">{stage.note}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** A progress ring, where a bar has no room; percent 0 to 100, indeterminate if absent. */
export function ProgressRing({
  percent,
  label,
  size = 38,
  children,
}: {
  readonly percent?: number;
  readonly label: string;
  readonly size?: number;
  readonly children?: ReactNode;
}) {
  const at = percent === undefined ? undefined : Math.max(0, Math.min(100, Math.round(percent)));
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={at}
      className="relative inline-grid shrink-0 place-items-center"
      style={{ inlineSize: size, blockSize: size }}
    >
      <svg
        viewBox="0 0 36 36"
        aria-hidden
        className={cx(
          'absolute inset-0 size-full -rotate-90 rtl:-scale-y-100',
          at === undefined && 'animate-spin motion-reduce:animate-none',
        )}
      >
        <circle cx="18" cy="18" r="15.5" fill="none" strokeWidth="4" className="stroke-surface-3" />
        <circle
          cx="18"
          cy="18"
          r="15.5"
          fill="none"
          strokeWidth="4"
          strokeLinecap="round"
          pathLength={100}
          strokeDasharray={`${at ?? 28} 100`}
          className={cx('stroke-progress', at === 0 && 'opacity-0')}
        />
      </svg>
      <span className="num relative text-2xs font-medium">{children}</span>
    </span>
  );
}
