'use client';

import { useTranslations } from 'next-intl';
import type { PopupProps } from '@/lib/popups/names';
import type { PopupFrame } from '../frame';
import { CheckInPopup } from './check-in-popup';

/** A reminder that today's check-in continues the streak. */
export default function DailyCheckIn(frame: PopupProps['dailyCheckIn'] & PopupFrame) {
  const t = useTranslations('popups.dailyCheckIn');
  return <CheckInPopup {...frame} lead={t('text')} />;
}
