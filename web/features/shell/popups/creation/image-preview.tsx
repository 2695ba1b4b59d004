'use client';

import { ExternalLink } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { PopupProps } from '@/lib/popups/names';
import { buttonStyle } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Popup } from '../popup';
import type { PopupFrame } from '../frame';

/** An image as large as the window allows. */
export default function ImagePreview({ src, alt, onClose }: PopupProps['imagePreview'] & PopupFrame) {
  const t = useTranslations('popups.imagePreview');
  return (
    <Popup title={t('title')} onClose={onClose} className="w-fit max-w-[calc(100vw-2rem)] p-4">
      <div className="grid justify-items-center gap-3">
        {/* The image itself, at its own size: it was asked for to be looked at closely. */}
        <img src={src} alt={alt} className="max-h-[calc(100dvh-11rem)] max-w-full rounded-card object-contain" />
        <a href={src} target="_blank" rel="noreferrer" className={buttonStyle({ tone: 'quiet' })}>
          <Icon of={ExternalLink} size="s" />
          {t('open')}
        </a>
      </div>
    </Popup>
  );
}
