import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { defined } from '@src/kernel/defined.shared';
import { Dialog } from '@/ui/overlay/dialog';
import type { PopupFrame } from './frame';

interface PopupBody extends Pick<PopupFrame, 'onClose'> {
  readonly title: string;
  readonly description?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** The frame of every popup. It opens on mount and unmounts when closed. */
export function Popup({ title, description, className, onClose, children }: PopupBody) {
  const t = useTranslations('common');
  return (
    <Dialog
      open
      onOpenChange={(stays) => {
        if (!stays) onClose();
      }}
      title={title}
      closeLabel={t('close')}
      {...defined({ description, className })}
    >
      {children}
    </Dialog>
  );
}
