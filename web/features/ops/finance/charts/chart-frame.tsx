'use client';

import { useLocale } from 'next-intl';
import { directionOf } from '@src/kernel/locales.shared';

/** Colour of each kind of movement, the same in all charts. */
export const MOVEMENT_COLOURS = {
  granted: 'var(--data-2)',
  adjusted: 'var(--data-3)',
  spent: 'var(--data-1)',
  expired: 'var(--line-control)',
  revoked: 'var(--danger)',
  closing: 'var(--ink-1)',
  available: 'var(--data-1)',
  held: 'var(--data-3)',
} as const;

/** The legend of a chart, as text with colour swatches, so that screen readers read it. */
export function Legend({
  entries,
}: {
  readonly entries: readonly { readonly key: string; readonly shade: string; readonly name: string }[];
}) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1.5 text-xs text-ink-2">
      {entries.map(({ key, shade, name }) => (
        <li key={key} className="flex items-center gap-1.5">
          <span aria-hidden className="size-2.5 rounded-[3px]" style={{ background: shade }} />
          {name}
        </li>
      ))}
    </ul>
  );
}

/** Tooltip with the values under the pointer. */
export function ChartTooltip({
  title,
  rows,
}: {
  readonly title: string;
  readonly rows: readonly {
    readonly key: string;
    readonly shade: string;
    readonly name: string;
    readonly amount: string;
  }[];
}) {
  const dir = directionOf(useLocale());
  return (
    <div dir={dir} className="over grid gap-1 rounded-control bg-overlay px-3 py-2.5 text-xs shadow-high">
      <p className="font-medium">{title}</p>
      <ul className="grid gap-0.5 text-ink-2">
        {rows.map(({ key, shade, name, amount }) => (
          <li key={key} className="flex items-center gap-1.5">
            <span aria-hidden className="size-2 rounded-[2px]" style={{ background: shade }} />
            {name}
            <span className="num ms-auto ps-4 text-ink-1">
              <bdi>{amount}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
