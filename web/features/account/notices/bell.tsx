'use client';

import { Bell as BellIcon } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useIsPhone } from '@/features/core/use-is-phone';
import { LateWords } from '@/i18n/late-words';
import { BELL_AREAS } from '@/i18n/page-areas';
import { DataProvider } from '@/lib/trpc/data-provider';
import { IconButton } from '@/ui/button';
import { Sheet } from '@/ui/overlay/dialog';
import { Icon } from '@/ui/icon';
import { Popover } from '@/ui/overlay/popover';
import { BellPlace } from './bell-place';
import { NoticePanel, ReadAll } from './notice-panel';
import { useNotices } from './use-notices';

/** Maximum count shown on the bell. */
const COUNTED = 99;

/**
 * The bell in the top bar, with the unread count and the latest notices. A popover on wide screens, a bottom sheet on
 * phones.
 */
export default function Bell() {
  return (
    <LateWords areas={BELL_AREAS} meanwhile={<BellPlace />}>
      <DataProvider>
        <Ringing />
      </DataProvider>
    </LateWords>
  );
}

function Ringing() {
  const t = useTranslations('notices');
  const format = useFormatter();
  const phone = useIsPhone();
  const [open, setOpen] = useState(false);
  const { unread } = useNotices();
  const close = (): void => setOpen(false);
  const button = (
    <IconButton
      label={t('bell', { count: unread })}
      aria-haspopup="dialog"
      className="relative"
      {...(phone ? { onClick: () => setOpen(true) } : {})}
    >
      <Icon of={BellIcon} />
      {unread === 0 ? null : (
        // Drawn by CSS: the button's label already says the count in words.
        <span
          aria-hidden
          data-count={unread > COUNTED ? `${format.number(COUNTED)}+` : format.number(unread)}
          className="num absolute end-0.5 top-0.5 grid h-4 min-w-4 place-items-center rounded-full bg-accent px-1 text-2xs font-strong text-accent-ink before:content-[attr(data-count)]"
        />
      )}
    </IconButton>
  );
  if (phone) {
    return (
      <>
        {button}
        <Sheet open={open} onOpenChange={setOpen} title={t('title')} closeLabel={t('close')}>
          <div className="-mt-2 flex justify-end empty:hidden">
            <ReadAll />
          </div>
          <NoticePanel onLeave={close} />
        </Sheet>
      </>
    );
  }
  return (
    <Popover trigger={button} label={t('title')} open={open} onOpenChange={setOpen}>
      <div className="grid w-[360px] max-w-[calc(100vw-3rem)] grid-cols-[minmax(0,1fr)] gap-2">
        <div className="flex min-h-8 items-center justify-between gap-2 ps-3">
          <h2 className="text-md font-strong tracking-title">{t('title')}</h2>
          <ReadAll />
        </div>
        <div className="max-h-[60vh] overflow-y-auto">
          <NoticePanel onLeave={close} />
        </div>
      </div>
    </Popover>
  );
}
