'use client';

import { Mail } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import type { PopupProps } from '@/lib/popups/names';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Popup } from '../popup';
import type { PopupFrame } from '../frame';

/** Limits use binary megabytes: 100 MB are 104,857,600 bytes. */
const MEGABYTE = 1_048_576;

/** A file exceeds the upload limit: its size, the limit, and what to do. */
export default function OverUploadSize({
  name,
  size,
  limit,
  onClose,
  swap,
}: PopupProps['overUploadSize'] & PopupFrame) {
  const t = useTranslations('popups.overUploadSize');
  const format = useFormatter();
  // Round up, so that a file above the limit never shows the limit itself.
  const own = format.number(Math.ceil((size / MEGABYTE) * 10) / 10, { maximumFractionDigits: 1 });
  const max = format.number(limit / MEGABYTE, { maximumFractionDigits: 1 });
  return (
    <Popup
      title={t('title')}
      description={t.rich('text', {
        name,
        size: own,
        limit: max,
        file: (chunks) => <bdi className="font-medium break-all text-ink-1">{chunks}</bdi>,
      })}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <ul className="grid list-disc gap-1.5 ps-5 text-sm marker:text-ink-3">
          <li>{t('format')}</li>
          <li>{t('smaller')}</li>
          <li>{t('shorter')}</li>
        </ul>
        <div className="flex flex-wrap justify-end gap-2">
          <Button tone="quiet" icon={<Icon of={Mail} size="s" />} onClick={() => swap('contactUs', {})}>
            {t('contact')}
          </Button>
          <Button onClick={onClose}>{t('back')}</Button>
        </div>
      </div>
    </Popup>
  );
}
