'use client';

import { Coins } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useRouter } from '@/i18n/navigation';
import type { PopupProps } from '@/lib/popups/names';
import { LimitWays } from '@/ui/content/states';
import { Popup } from '../popup';
import type { PopupFrame } from '../frame';
import { useCreditSources } from './use-credit-sources';

/** Says how many credits are missing, and where to get more. */
export default function NotEnoughTimes({
  needed,
  available,
  onlyFree = false,
  onClose,
  swap,
}: PopupProps['notEnoughTimes'] & PopupFrame) {
  const t = useTranslations('popups.notEnoughTimes');
  const words = useTranslations('popups.moreCredits');
  const router = useRouter();
  const more = useCreditSources({ onClose, swap });
  const statement = (): void => {
    onClose();
    router.push('/credits');
  };
  const text = needed === undefined || available === undefined ? t('textUnknown') : t('text', { needed, available });
  return (
    <Popup title={t('title')} description={text} onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-sm text-ink-2">{onlyFree ? t('onlyFree') : t('cheaper')}</p>
        <LimitWays
          ways={[...more, { key: 'statement', icon: Coins, label: words('statement'), onSelect: statement }]}
        />
      </div>
    </Popup>
  );
}
