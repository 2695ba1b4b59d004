/** Why a plan is offered (specification section 2, upgrade-plan popup info types). */
export const UPGRADE_REASONS = ['VideoUsage', 'VideoMode', 'AdvancedCamera', 'Template', 'ProFeature', 'Invite', 'Extend', 'Activity'] as const;
export type UpgradeReason = (typeof UPGRADE_REASONS)[number];

/** The popups that can be opened, each with what it is told. */
export interface PopupProps {
  readonly concurrency: { readonly limit?: number };
  readonly imagePreview: { readonly src: string; readonly alt: string };
  readonly notEnoughTimes: { readonly needed?: number; readonly available?: number };
  readonly recordDetail: { readonly taskId: string };
  readonly upgradePlan: { readonly reason: UpgradeReason };
}
export type PopupName = keyof PopupProps;

/** The other popups of specification section 2: what they are about does not exist yet, so they cannot be opened. */
export const RESERVED_POPUPS = [
  'signUpLogIn', 'forgotPassword', 'subscription', 'checkIn', 'referFriend', 'announcement', 'publish', 'report', 'deleteAccount', 'contactUs', 'waitlist',
  'paymentConfirm', 'rewards', 'rewardsState', 'review', 'extendVideo', 'dailyCheckIn', 'overUploadSize', 'publishStatus', 'videoDetail', 'reportVideo',
  'reportAuthor', 'restoreAccount', 'discountPromotion', 'usageAlert', 'tipsSignIn',
] as const;
