'use client';

import { useLocale } from 'next-intl';
import type { ReactNode } from 'react';
import { languageOf } from '@/i18n/locales';
import { useCalm } from '@/ui/use-media';

/** What colour each movement has, on every chart and in every theme. */
export const SHADES = {
  granted: 'var(--data-2)', adjusted: 'var(--data-3)', spent: 'var(--data-1)', expired: 'var(--line-control)', revoked: 'var(--danger)', closing: 'var(--ink-1)', available: 'var(--data-1)', held: 'var(--data-3)',
} as const;

/** How a chart of this page is drawn: from the side where reading begins, and without motion for those who asked for none. */
export function useDrawing() {
  const rtl = languageOf(useLocale()).dir === 'rtl';
  const calm = useCalm();
  return {
    rtl,
    bar: { isAnimationActive: !calm, animationDuration: 200 },
    axis: { tickLine: false, axisLine: false, tick: { fill: 'var(--ink-3)', fontSize: 11 } },
    /** Figures stand where reading begins. */
    figures: { orientation: rtl ? 'right' : 'left', width: 64 },
    grid: { stroke: 'var(--line)', vertical: false },
    cursor: { fill: 'var(--hover)', stroke: 'none' },
  } as const;
}

/** What a chart's parts mean; drawn as text beside a swatch, so that it is read too. */
export function Legend({ entries }: { readonly entries: readonly { readonly key: string; readonly shade: string; readonly name: string }[] }) {
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

/** A picture of figures that stand in a table below it; its lines run in their own direction, whatever the language. */
export function Picture({ label, height, children }: { readonly label: string; readonly height: number; readonly children: ReactNode }) {
  return (
    <div role="img" aria-label={label} dir="ltr" className="num w-full" style={{ blockSize: height }}>
      {children}
    </div>
  );
}

/** What stands under the pointer. */
export function Tip({ title, rows }: { readonly title: string; readonly rows: readonly { readonly key: string; readonly shade: string; readonly name: string; readonly amount: string }[] }) {
  const { rtl } = useDrawing();
  return (
    <div dir={rtl ? 'rtl' : 'ltr'} className="over grid gap-1 rounded-control bg-overlay px-3 py-2.5 text-xs shadow-high">
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
