import {
  ChevronRight,
  CircleAlert,
  CircleCheck,
  Clock,
  CloudOff,
  Info,
  ShieldAlert,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { defined } from '@src/kernel/defined.shared';
import { cx } from '../cx';
import { Icon } from '../icon';

interface StateProps {
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  readonly className?: string;
  /** Heading level of the title. */
  readonly level?: 1 | 2 | 3;
}

function Title({ level = 2, children }: { readonly level?: 1 | 2 | 3; readonly children: ReactNode }) {
  const Heading = `h${level}` as const;
  return <Heading className="text-lg leading-snug font-strong tracking-title">{children}</Heading>;
}

/** An empty state, with the next step. */
export function EmptyState({
  illustration,
  title,
  children,
  actions,
  className,
  level,
}: StateProps & { readonly illustration?: ReactNode }) {
  return (
    <div className={cx('flex flex-wrap items-center gap-5', className)}>
      {illustration}
      <div className="grid max-w-[46ch] justify-items-start gap-2.5">
        <Title {...defined({ level })}>{title}</Title>
        {children === undefined ? null : <div className="text-sm text-ink-2">{children}</div>}
        {actions === undefined ? null : <div className="flex flex-wrap gap-2 pt-1">{actions}</div>}
      </div>
    </div>
  );
}

/** An error state: the problem, what is unaffected, and a retry. */
export function ErrorState({
  icon = CloudOff,
  title,
  children,
  actions,
  className,
  level,
}: StateProps & { readonly icon?: LucideIcon }) {
  return (
    <div role="alert" className={cx('flex items-start gap-4', className)}>
      <span className="grid size-[38px] shrink-0 place-items-center rounded-control bg-danger-soft text-danger">
        <Icon of={icon} />
      </span>
      <div className="grid max-w-[52ch] justify-items-start gap-2">
        <Title {...defined({ level })}>{title}</Title>
        {children === undefined ? null : <div className="text-sm text-ink-2">{children}</div>}
        {actions === undefined ? null : <div className="flex flex-wrap gap-2 pt-1">{actions}</div>}
      </div>
    </div>
  );
}

/** A limit was reached: its explanation, and one-press alternatives, each with an optional price or note. */
export function LimitState({
  title,
  children,
  ways,
  className,
  level,
}: StateProps & { readonly ways: readonly LimitWay[] }) {
  return (
    <div role="status" className={cx('grid gap-3', className)}>
      <Title {...defined({ level })}>{title}</Title>
      {children === undefined ? null : <div className="text-sm text-ink-2">{children}</div>}
      <LimitWays ways={ways} />
    </div>
  );
}

/** One-press alternatives to a limit. */
export function LimitWays({ ways }: { readonly ways: readonly LimitWay[] }) {
  return (
    <ul className="grid gap-2">
      {ways.map((way) => (
        <li key={way.key}>
          <button
            type="button"
            onClick={way.onSelect}
            className="flex min-h-11 w-full items-center gap-3 rounded-group bg-surface-2 px-3 py-2 text-start text-md transition-colors quick hover:bg-surface-3"
          >
            <Icon of={way.icon} size="s" className="text-ink-2" />
            <span className="min-w-0 flex-1">{way.label}</span>
            {way.note === undefined ? null : <span className="num shrink-0 text-sm text-ink-2">{way.note}</span>}
            <Icon of={ChevronRight} size="s" className="flip" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** One alternative to a limit. */
export interface LimitWay {
  readonly key: string;
  readonly icon: LucideIcon;
  readonly label: ReactNode;
  readonly note?: ReactNode;
  readonly onSelect: () => void;
}

/** A refusal by moderation: the input, the reason, and the credits that were not charged. An image is shown blurred. */
export function RefusedState({
  illustration,
  title,
  children,
  actions,
  className,
  level,
}: StateProps & { readonly illustration?: string }) {
  return (
    <div role="alert" className={cx('flex items-start gap-4', className)}>
      {illustration === undefined ? (
        <span className="grid size-[38px] shrink-0 place-items-center rounded-control bg-danger-soft text-danger">
          <Icon of={ShieldAlert} />
        </span>
      ) : (
        <span className="size-16 shrink-0 overflow-hidden rounded-card outline-2 outline-danger">
          <img src={illustration} alt="" className="size-full scale-125 object-cover blur-[6px]" />
        </span>
      )}
      <div className="grid max-w-[52ch] justify-items-start gap-2">
        <Title {...defined({ level })}>{title}</Title>
        {children === undefined ? null : <div className="text-sm text-ink-2">{children}</div>}
        {actions === undefined ? null : <div className="flex flex-wrap gap-2 pt-1">{actions}</div>}
      </div>
    </div>
  );
}

const NOTICES = {
  info: { style: 'bg-info-soft text-info', icon: Info },
  success: { style: 'bg-success-soft text-success', icon: CircleCheck },
  warning: { style: 'bg-warning-soft text-warning', icon: Clock },
  danger: { style: 'bg-danger-soft text-danger', icon: CircleAlert },
} as const;

/** A permanent notice in the page, with one action. */
export function Notice({
  tone = 'info',
  icon,
  children,
  action,
  live = false,
  className,
}: {
  readonly tone?: keyof typeof NOTICES;
  readonly icon?: LucideIcon;
  readonly children: ReactNode;
  readonly action?: ReactNode;
  readonly live?: boolean;
  readonly className?: string;
}) {
  const look = NOTICES[tone];
  return (
    <div
      role={live ? (tone === 'danger' ? 'alert' : 'status') : undefined}
      className={cx(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card px-3.5 py-2.5 text-sm',
        look.style,
        className,
      )}
    >
      <Icon of={icon ?? look.icon} size="s" />
      <div className="min-w-[12ch] grow basis-[24ch] text-ink-1">{children}</div>
      {action}
    </div>
  );
}
