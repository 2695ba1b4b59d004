'use client';

import { ExternalLink } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { PopupProps } from '@/lib/popups/names';
import { buttonStyle } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Popup } from '../popup';
import type { PopupFrame } from '../frame';

/** An image at window size. */
export default function ImagePreview({ src, alt, onClose }: PopupProps['imagePreview'] & PopupFrame) {
  const t = useTranslations('popups.imagePreview');
  return (
    <Popup title={t('title')} onClose={onClose} className="w-fit max-w-[calc(100vw-2rem)] p-4">
      <div className="grid justify-items-center gap-3">
        {/* The full-size image, because the user wants to see details. */}
        <img src={src} alt={alt} className="max-h-[calc(100dvh-11rem)] max-w-full rounded-card object-contain" />
        <a href={src} target="_blank" rel="noreferrer" className={buttonStyle({ tone: 'quiet' })}>
          <Icon of={ExternalLink} size="s" />
          {t('open')}
        </a>
      </div>
    </Popup>
  );
}
