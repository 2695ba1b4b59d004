'use client';

import { useTranslations } from 'next-intl';
import { INVITE_CREDITS } from '@src/rewards/invites/invites.shared';
import { Link } from '@/i18n/navigation';
import type { PopupProps } from '@/lib/popups/names';
import { Button, buttonStyle } from '@/ui/button';
import { Media, ImageFrame } from '@/ui/media/media';
import { PLAN_ALTERNATIVES } from './plan-alternatives';
import { Popup } from '../popup';
import type { PopupFrame } from '../frame';

/** A feature requires a plan: names it, what is possible without one, and links to the plans. */
export default function UpgradePlan({
  reason,
  resolution = '1080p',
  limit = 0,
  onClose,
  swap,
}: PopupProps['upgradePlan'] & PopupFrame) {
  const t = useTranslations('popups.upgradePlan');
  const amounts = { resolution, limit, credits: INVITE_CREDITS.subscribed };
  const { image, href } = PLAN_ALTERNATIVES[reason];
  return (
    <Popup title={t(`title.${reason}`, amounts)} description={t(`text.${reason}`)} onClose={onClose}>
      <div className="grid gap-4">
        <Media ratio="16/9" className="rounded-media">
          <ImageFrame src={image} alt="" priority />
        </Media>
        <p className="text-sm text-ink-2">{t('kept')}</p>
        <div className="flex flex-wrap justify-end gap-2">
          {href === undefined ? (
            <Button tone="quiet" onClick={onClose}>
              {t(`instead.${reason}`)}
            </Button>
          ) : (
            <Link href={href} onClick={onClose} className={buttonStyle({ tone: 'quiet' })}>
              {t(`instead.${reason}`)}
            </Link>
          )}
          <Button tone="accent" onClick={() => swap('subscription', {})}>
            {t('plans')}
          </Button>
        </div>
      </div>
    </Popup>
  );
}
