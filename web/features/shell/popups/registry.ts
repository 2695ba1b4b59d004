import dynamic from 'next/dynamic';
import type { ComponentType } from 'react';
import type { PopupName, PopupProps } from '@/lib/popups/names';
import type { PopupFrame } from './frame';

/** Every popup that can be opened; each is fetched when it is first asked for. */
export const POPUPS: { readonly [Name in PopupName]: ComponentType<PopupProps[Name] & PopupFrame> } = {
  cancelPlan: dynamic(() => import('./cancel-plan'), { ssr: false }),
  compare: dynamic(() => import('./compare'), { ssr: false }),
  concurrency: dynamic(() => import('./concurrency'), { ssr: false }),
  contactUs: dynamic(() => import('./contact-us'), { ssr: false }),
  deleteAccount: dynamic(() => import('./delete-account'), { ssr: false }),
  deleteProject: dynamic(() => import('./delete-project'), { ssr: false }),
  discountPromotion: dynamic(() => import('./discount-promotion'), { ssr: false }),
  extendVideo: dynamic(() => import('./extend-video'), { ssr: false }),
  forgotPassword: dynamic(() => import('./forgot-password'), { ssr: false }),
  imagePreview: dynamic(() => import('./image-preview'), { ssr: false }),
  moveToProject: dynamic(() => import('./move-to-project'), { ssr: false }),
  nameProject: dynamic(() => import('./name-project'), { ssr: false }),
  notEnoughTimes: dynamic(() => import('./not-enough-times'), { ssr: false }),
  overUploadSize: dynamic(() => import('./over-upload-size'), { ssr: false }),
  paymentConfirm: dynamic(() => import('./payment-confirm'), { ssr: false }),
  promptHistory: dynamic(() => import('./prompt-history'), { ssr: false }),
  publish: dynamic(() => import('./publish'), { ssr: false }),
  publishStatus: dynamic(() => import('./publish-status'), { ssr: false }),
  recordDetail: dynamic(() => import('./record-detail'), { ssr: false }),
  restoreAccount: dynamic(() => import('./restore-account'), { ssr: false }),
  shortcuts: dynamic(() => import('./shortcuts'), { ssr: false }),
  signUpLogIn: dynamic(() => import('./sign-up-log-in'), { ssr: false }),
  subscription: dynamic(() => import('./subscription'), { ssr: false }),
  tipsSignIn: dynamic(() => import('./tips-sign-in'), { ssr: false }),
  upgradePlan: dynamic(() => import('./upgrade-plan'), { ssr: false }),
  usageAlert: dynamic(() => import('./usage-alert'), { ssr: false }),
  videoDetail: dynamic(() => import('./video-detail'), { ssr: false }),
};
