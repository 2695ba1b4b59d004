'use client';

import type { PopupProps } from '@/lib/popups/names';
import type { PopupFrame } from '../frame';
import { CheckInPopup } from './check-in-popup';

/** Today's check-in, opened where credits are missing. */
export default function CheckIn(frame: PopupProps['checkIn'] & PopupFrame) {
  return <CheckInPopup {...frame} />;
}
