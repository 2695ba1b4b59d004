import dynamic from 'next/dynamic';
import type { ComponentType } from 'react';
import type { PopupName, PopupProps } from '@/lib/popups/names';
import { fetchOnline } from '@/lib/press/network';
import type { PopupFrame } from './frame';

/** All popups. Each is loaded at its first use, once online: a click that opens one is not lost. */
export const POPUPS: { readonly [Name in PopupName]: ComponentType<PopupProps[Name] & PopupFrame> } = {
  announcement: dynamic(() => fetchOnline(() => import('./account/announcement')), { ssr: false }),
  cancelPlan: dynamic(() => fetchOnline(() => import('./plan/cancel-plan')), { ssr: false }),
  checkIn: dynamic(() => fetchOnline(() => import('./rewards/check-in')), { ssr: false }),
  compare: dynamic(() => fetchOnline(() => import('./creation/compare')), { ssr: false }),
  concurrency: dynamic(() => fetchOnline(() => import('./plan/concurrency')), { ssr: false }),
  contactUs: dynamic(() => fetchOnline(() => import('./account/contact-us')), { ssr: false }),
  dailyCheckIn: dynamic(() => fetchOnline(() => import('./rewards/daily-check-in')), { ssr: false }),
  deleteAccount: dynamic(() => fetchOnline(() => import('./account/delete-account')), { ssr: false }),
  deleteProject: dynamic(() => fetchOnline(() => import('./creation/delete-project')), { ssr: false }),
  discountPromotion: dynamic(() => fetchOnline(() => import('./plan/discount-promotion')), { ssr: false }),
  extendVideo: dynamic(() => fetchOnline(() => import('./creation/extend-video')), { ssr: false }),
  forgotPassword: dynamic(() => fetchOnline(() => import('./account/forgot-password')), { ssr: false }),
  imagePreview: dynamic(() => fetchOnline(() => import('./creation/image-preview')), { ssr: false }),
  moveToProject: dynamic(() => fetchOnline(() => import('./creation/move-to-project')), { ssr: false }),
  nameProject: dynamic(() => fetchOnline(() => import('./creation/name-project')), { ssr: false }),
  notEnoughTimes: dynamic(() => fetchOnline(() => import('./plan/not-enough-times')), { ssr: false }),
  overUploadSize: dynamic(() => fetchOnline(() => import('./plan/over-upload-size')), { ssr: false }),
  paymentConfirm: dynamic(() => fetchOnline(() => import('./plan/payment-confirm')), { ssr: false }),
  promptHistory: dynamic(() => fetchOnline(() => import('./creation/prompt-history')), { ssr: false }),
  publish: dynamic(() => fetchOnline(() => import('./creation/publish')), { ssr: false }),
  publishStatus: dynamic(() => fetchOnline(() => import('./creation/publish-status')), { ssr: false }),
  recordDetail: dynamic(() => fetchOnline(() => import('./creation/record-detail')), { ssr: false }),
  report: dynamic(() => fetchOnline(() => import('./community/report')), { ssr: false }),
  reportAuthor: dynamic(() => fetchOnline(() => import('./community/report-author')), { ssr: false }),
  reportVideo: dynamic(() => fetchOnline(() => import('./community/report-video')), { ssr: false }),
  referFriend: dynamic(() => fetchOnline(() => import('./rewards/refer-friend')), { ssr: false }),
  restoreAccount: dynamic(() => fetchOnline(() => import('./account/restore-account')), { ssr: false }),
  review: dynamic(() => fetchOnline(() => import('./rewards/review')), { ssr: false }),
  rewards: dynamic(() => fetchOnline(() => import('./rewards/rewards')), { ssr: false }),
  rewardsState: dynamic(() => fetchOnline(() => import('./rewards/rewards-state')), { ssr: false }),
  shortcuts: dynamic(() => fetchOnline(() => import('./creation/shortcuts')), { ssr: false }),
  signUpLogIn: dynamic(() => fetchOnline(() => import('./account/sign-up-log-in')), { ssr: false }),
  subscription: dynamic(() => fetchOnline(() => import('./plan/subscription')), { ssr: false }),
  tipsSignIn: dynamic(() => fetchOnline(() => import('./account/tips-sign-in')), { ssr: false }),
  upgradePlan: dynamic(() => fetchOnline(() => import('./plan/upgrade-plan')), { ssr: false }),
  usageAlert: dynamic(() => fetchOnline(() => import('./plan/usage-alert')), { ssr: false }),
  videoDetail: dynamic(() => fetchOnline(() => import('./creation/video-detail')), { ssr: false }),
};
