import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../cx';

/** A table that scrolls horizontally on narrow screens, also by keyboard. `relative` keeps hidden texts inside. */
export function Table({
  label,
  children,
  className,
}: {
  readonly label: string;
  readonly children: ReactNode;
  readonly className?: string;
}) {
  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className={cx('relative overflow-x-auto rounded-panel bg-surface-1 focus-visible:-outline-offset-2', className)}
    >
      <table aria-label={label} className="w-full border-collapse text-sm">
        {children}
      </table>
    </div>
  );
}

interface CellProps extends ComponentProps<'td'> {
  /**
   * A numeric column, with digits aligned. Numbers run left to right, so the column is right-aligned in every
   * language.
   */
  readonly figure?: boolean;
}

/** A column heading. */
export function HeadCell({
  figure = false,
  className,
  ...rest
}: Omit<ComponentProps<'th'>, 'scope'> & { readonly figure?: boolean }) {
  return (
    <th
      {...rest}
      scope="col"
      className={cx(
        'px-5 pt-4 pb-2.5 text-xs font-medium whitespace-nowrap text-ink-3',
        figure ? 'text-right' : 'text-start',
        className,
      )}
    />
  );
}

export function Cell({ figure = false, className, ...rest }: CellProps) {
  return (
    <td
      {...rest}
      className={cx('border-t border-line px-5 py-3', figure && 'num text-right whitespace-nowrap', className)}
    />
  );
}

/** A table row; `total` tints it. */
export function Row({ total = false, className, ...rest }: ComponentProps<'tr'> & { readonly total?: boolean }) {
  return <tr {...rest} className={cx(total && 'bg-surface-2 font-medium', className)} />;
}
