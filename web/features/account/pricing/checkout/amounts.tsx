import type { ReactNode } from 'react';
import { cx } from '@/ui/cx';

/** One line of an order, with its amount at the end. */
export function AmountLine({
  label,
  note,
  total = false,
  children,
}: {
  readonly label: ReactNode;
  readonly note?: ReactNode;
  readonly total?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div
      className={cx(
        'flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2.5',
        total && 'text-lg font-strong',
      )}
    >
      <dt className="grid gap-0.5">
        {label}
        {note === undefined ? null : <span className="text-xs font-body text-ink-3">{note}</span>}
      </dt>
      <dd className="num ms-auto">
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}

export function Amounts({ children }: { readonly children: ReactNode }) {
  return <dl className="divide-y divide-line rounded-card bg-surface-2 px-4 py-1 text-sm">{children}</dl>;
}
