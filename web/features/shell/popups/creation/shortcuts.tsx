'use client';

import { useTranslations } from 'next-intl';
import { useSyncExternalStore } from 'react';
import { KEYS, SHORTCUTS } from '@/features/make/create/form/shortcuts';
import { turnSingleKeys, useAreSingleKeysOn } from '@/features/make/create/form/use-shortcuts';
import { Switch } from '@/ui/form/choices';
import { cx } from '@/ui/cx';
import { Popup } from '../popup';
import type { PopupFrame } from '../frame';

const key =
  'num inline-grid min-w-7 place-items-center rounded-sm border border-line-strong bg-surface-2 px-1.5 py-0.5 text-xs font-medium';

/** Whether the device has a ⌘ key; false during server rendering. */
const useHasCommand = (): boolean =>
  useSyncExternalStore(
    () => () => undefined,
    () => /mac|iphone|ipad/i.test(navigator.userAgent),
    () => false,
  );

/** Lists the keyboard shortcuts of the create pages, with the switch for single-key ones. */
export default function Shortcuts({ onClose }: PopupFrame) {
  const t = useTranslations('instruments.keys');
  const single = useAreSingleKeysOn();
  const hasCommand = useHasCommand();
  return (
    <Popup title={t('title')} description={t('text')} onClose={onClose}>
      <div className="grid gap-4">
        <dl className="grid gap-1.5">
          {SHORTCUTS.map((one) => (
            <div
              key={one}
              className={cx(
                'flex min-h-8 items-center justify-between gap-4 text-sm',
                one !== 'create' && !single && 'text-ink-3',
              )}
            >
              <dt>{t(`does.${one}`)}</dt>
              <dd dir="ltr" className="flex items-center gap-1">
                {one === 'create' ? (
                  <>
                    <kbd className={key}>{hasCommand ? '⌘' : t('control')}</kbd>
                    <kbd className={key}>{t('enter')}</kbd>
                  </>
                ) : (
                  <kbd className={key}>{KEYS[one].toUpperCase()}</kbd>
                )}
              </dd>
            </div>
          ))}
        </dl>
        <Switch label={t('single')} help={t('singleHelp')} checked={single} onChange={turnSingleKeys} />
      </div>
    </Popup>
  );
}
