import dynamic from 'next/dynamic';
import type { ComponentType } from 'react';
import type { PopupName, PopupProps } from '@/lib/popups/names';
import type { PopupFrame } from './popup-host';

/** Every popup that can be opened; each is fetched when it is first asked for. */
export const POPUPS: { readonly [Name in PopupName]: ComponentType<PopupProps[Name] & PopupFrame> } = {
  concurrency: dynamic(() => import('./concurrency'), { ssr: false }),
  imagePreview: dynamic(() => import('./image-preview'), { ssr: false }),
  notEnoughTimes: dynamic(() => import('./not-enough-times'), { ssr: false }),
  recordDetail: dynamic(() => import('./record-detail'), { ssr: false }),
  upgradePlan: dynamic(() => import('./upgrade-plan'), { ssr: false }),
};
