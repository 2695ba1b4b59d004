import dynamic from 'next/dynamic';
import type { ComponentType } from 'react';
import type { PopupName, PopupProps } from '@/lib/popups/names';
import { fetchOnline } from '@/lib/press/network';
import type { PopupFrame } from './frame';

/** All popups. Each is loaded at its first use, once online: a click that opens one is not lost. */
export const POPUPS: { readonly [Name in PopupName]: ComponentType<PopupProps[Name] & PopupFrame> } = {
  cancelPlan: dynamic(() => fetchOnline(() => import('./cancel-plan')), { ssr: false }),
  compare: dynamic(() => fetchOnline(() => import('./compare')), { ssr: false }),
  concurrency: dynamic(() => fetchOnline(() => import('./concurrency')), { ssr: false }),
  contactUs: dynamic(() => fetchOnline(() => import('./contact-us')), { ssr: false }),
  deleteAccount: dynamic(() => fetchOnline(() => import('./delete-account')), { ssr: false }),
  deleteProject: dynamic(() => fetchOnline(() => import('./delete-project')), { ssr: false }),
  discountPromotion: dynamic(() => fetchOnline(() => import('./discount-promotion')), { ssr: false }),
  extendVideo: dynamic(() => fetchOnline(() => import('./extend-video')), { ssr: false }),
  forgotPassword: dynamic(() => fetchOnline(() => import('./forgot-password')), { ssr: false }),
  imagePreview: dynamic(() => fetchOnline(() => import('./image-preview')), { ssr: false }),
  moveToProject: dynamic(() => fetchOnline(() => import('./move-to-project')), { ssr: false }),
  nameProject: dynamic(() => fetchOnline(() => import('./name-project')), { ssr: false }),
  notEnoughTimes: dynamic(() => fetchOnline(() => import('./not-enough-times')), { ssr: false }),
  overUploadSize: dynamic(() => fetchOnline(() => import('./over-upload-size')), { ssr: false }),
  paymentConfirm: dynamic(() => fetchOnline(() => import('./payment-confirm')), { ssr: false }),
  promptHistory: dynamic(() => fetchOnline(() => import('./prompt-history')), { ssr: false }),
  publish: dynamic(() => fetchOnline(() => import('./publish')), { ssr: false }),
  publishStatus: dynamic(() => fetchOnline(() => import('./publish-status')), { ssr: false }),
  recordDetail: dynamic(() => fetchOnline(() => import('./record-detail')), { ssr: false }),
  restoreAccount: dynamic(() => fetchOnline(() => import('./restore-account')), { ssr: false }),
  shortcuts: dynamic(() => fetchOnline(() => import('./shortcuts')), { ssr: false }),
  signUpLogIn: dynamic(() => fetchOnline(() => import('./sign-up-log-in')), { ssr: false }),
  subscription: dynamic(() => fetchOnline(() => import('./subscription')), { ssr: false }),
  tipsSignIn: dynamic(() => fetchOnline(() => import('./tips-sign-in')), { ssr: false }),
  upgradePlan: dynamic(() => fetchOnline(() => import('./upgrade-plan')), { ssr: false }),
  usageAlert: dynamic(() => fetchOnline(() => import('./usage-alert')), { ssr: false }),
  videoDetail: dynamic(() => fetchOnline(() => import('./video-detail')), { ssr: false }),
};
