import { CloudOff, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx';
import { Icon } from './icon';

interface StateProps {
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  readonly className?: string;
  /** Level of the title in the page's outline. */
  readonly level?: 1 | 2 | 3;
}

function Title({ level = 2, children }: { readonly level?: 1 | 2 | 3; readonly children: ReactNode }) {
  const Heading = `h${level}` as const;
  return <Heading className="text-lg leading-snug font-strong tracking-title">{children}</Heading>;
}

/** Nothing here yet, and what to do next. */
export function EmptyState({ picture, title, children, actions, className, level }: StateProps & { readonly picture?: ReactNode }) {
  return (
    <div className={cx('flex flex-wrap items-center gap-5', className)}>
      {picture}
      <div className="grid max-w-[46ch] justify-items-start gap-2.5">
        <Title {...(level === undefined ? {} : { level })}>{title}</Title>
        {children === undefined ? null : <div className="text-sm text-ink-2">{children}</div>}
        {actions === undefined ? null : <div className="flex flex-wrap gap-2 pt-1">{actions}</div>}
      </div>
    </div>
  );
}

/** What went wrong, what is safe, and a way to try again. */
export function ErrorState({ icon = CloudOff, title, children, actions, className, level }: StateProps & { readonly icon?: LucideIcon }) {
  return (
    <div role="alert" className={cx('flex items-start gap-4', className)}>
      <span className="grid size-[38px] shrink-0 place-items-center rounded-control bg-danger-soft text-danger">
        <Icon of={icon} />
      </span>
      <div className="grid max-w-[52ch] justify-items-start gap-2">
        <Title {...(level === undefined ? {} : { level })}>{title}</Title>
        {children === undefined ? null : <div className="text-sm text-ink-2">{children}</div>}
        {actions === undefined ? null : <div className="flex flex-wrap gap-2 pt-1">{actions}</div>}
      </div>
    </div>
  );
}
