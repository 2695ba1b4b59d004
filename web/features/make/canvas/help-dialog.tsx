'use client';

import { useTranslations } from 'next-intl';
import { Kbd } from '@/ui/content/card';
import { Dialog } from '@/ui/overlay/dialog';

/** The board's keys by message key. Keys in one row are pressed together; `/` separates alternatives. */
export const KEYS = {
  add: ['N'],
  next: ['Tab'],
  choose: ['Enter'],
  panel: ['E'],
  move: ['←', '→', '↑', '↓'],
  run: ['Ctrl/⌘', 'Enter'],
  delete: ['Del'],
  copy: ['Ctrl/⌘', 'D'],
  undo: ['Ctrl/⌘', 'Z'],
  redo: ['Ctrl/⌘', 'Shift', 'Z'],
  fit: ['F'],
  chat: ['C'],
  help: ['?'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

// Object.keys does not keep the key type.
const names = Object.keys(KEYS) as (keyof typeof KEYS)[];

/** Lists the board's keyboard shortcuts. */
export function HelpDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const t = useTranslations('canvas.help');
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={t('title')}
      description={t('text')}
      closeLabel={t('close')}
    >
      <dl className="grid gap-2">
        {names.map((name) => (
          <div key={name} className="flex items-center justify-between gap-4">
            <dt className="text-sm">{t(`keys.${name}`)}</dt>
            <dd dir="ltr" className="flex shrink-0 gap-1">
              {KEYS[name].map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
