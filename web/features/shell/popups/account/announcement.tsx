'use client';

import { useTranslations } from 'next-intl';
import { Link } from '@/i18n/navigation';
import { dismissAnnouncement } from '@/lib/data/announcements';
import type { PopupProps } from '@/lib/popups/names';
import { Button, buttonStyle } from '@/ui/button';
import { Popup } from '../popup';
import type { PopupFrame } from '../frame';

/** An announcement of the operator. Closing it hides it for good. */
export default function Announcement({ id, title, text, href, onClose }: PopupProps['announcement'] & PopupFrame) {
  const t = useTranslations('common.announcement');
  const close = (): void => {
    dismissAnnouncement(id);
    onClose();
  };
  return (
    <Popup title={title} description={text} onClose={close}>
      <div className="flex flex-wrap justify-end gap-2">
        {href === undefined ? null : (
          <Link href={href} onClick={close} className={buttonStyle({ tone: 'invert' })}>
            {t('more')}
          </Link>
        )}
        <Button onClick={close}>{t('done')}</Button>
      </div>
    </Popup>
  );
}
