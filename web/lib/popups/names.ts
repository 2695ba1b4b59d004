import type { ProcedureName } from '@src/creation/procedures/params.shared';

/** Why a plan is offered. */
export const UPGRADE_REASONS = ['VideoUsage', 'VideoMode', 'AdvancedCamera', 'Template', 'ProFeature', 'Invite', 'Extend', 'Activity'] as const;
export type UpgradeReason = (typeof UPGRADE_REASONS)[number];

/** Features that need an account, by the keys of `popups.tipsSignIn.title`. */
export type MemberFeature = 'account' | 'plan' | 'publishing';

/** The popups that can be opened, each with its props. */
export interface PopupProps {
  readonly cancelPlan: { readonly subscriptionId: string };
  /** Results that are looked at side by side, two to four. */
  readonly compare: { readonly items: readonly { readonly taskId: string; readonly index: number }[] };
  /** `limit` is how many creations may be running or waiting together. */
  readonly concurrency: { readonly limit?: number };
  readonly contactUs: Readonly<Record<never, never>>;
  readonly deleteAccount: { readonly hasPassword: boolean };
  readonly deleteProject: { readonly id: string; readonly name: string };
  /** A code that takes something off, for those who have never had a plan. */
  readonly discountPromotion: Readonly<Record<never, never>>;
  /** `index` is which of its videos. */
  readonly extendVideo: { readonly taskId: string; readonly index: number };
  readonly forgotPassword: { readonly email?: string };
  readonly imagePreview: { readonly src: string; readonly alt: string };
  /** `from` is the project that it is in. */
  readonly moveToProject: { readonly taskId: string; readonly from: string };
  /** Without a project it is a new one, of whose id is told. */
  readonly nameProject: { readonly project?: { readonly id: string; readonly name: string }; readonly onCreated?: (id: string) => void };
  readonly notEnoughTimes: { readonly needed?: number; readonly available?: number };
  /** Bytes. */
  readonly overUploadSize: { readonly name: string; readonly size: number; readonly limit: number };
  /** What is about to be bought, shown in a currency; with `subscriptionId` it is a change of that plan, to more or to less. */
  readonly paymentConfirm: { readonly priceId: string; readonly currency: string; readonly coupon?: string; readonly subscriptionId?: string };
  /** The call whose form is filled with words that were used before. */
  readonly promptHistory: { readonly procedure: ProcedureName };
  /** `index` is which of its results. */
  readonly publish: { readonly taskId: string; readonly index: number };
  readonly publishStatus: { readonly taskId: string; readonly index: number };
  /** `index` is which of its images. */
  readonly recordDetail: { readonly taskId: string; readonly index?: number };
  /** `restore` signs in and takes the account back; it answers with why not, an identifier of the error catalogue. */
  readonly restoreAccount: { readonly email: string; readonly restore: () => Promise<string | undefined> };
  readonly shortcuts: Readonly<Record<never, never>>;
  readonly signUpLogIn: { readonly tab: 'signUp' | 'logIn'; readonly email?: string };
  readonly subscription: Readonly<Record<never, never>>;
  readonly tipsSignIn: { readonly about: MemberFeature };
  /** `resolution` is the one that a plan is needed for, `limit` how many free videos a day has. */
  readonly upgradePlan: { readonly reason: UpgradeReason; readonly resolution?: string; readonly limit?: number };
  /** Whole credits: what is left, and what was paid last; `plan` is what is left of a month's when less than a fifth is. */
  readonly usageAlert: { readonly left: number; readonly price: number; readonly plan?: { readonly left: number; readonly of: number } };
  /** `index` is which of its videos. */
  readonly videoDetail: { readonly taskId: string; readonly index?: number };
}
export type PopupName = keyof PopupProps;

/** Reserved names of popups: what they are about does not exist yet, so they cannot be opened. */
export const RESERVED_POPUPS = [
  'checkIn', 'referFriend', 'announcement', 'report', 'waitlist', 'rewards', 'rewardsState', 'review', 'dailyCheckIn',
  'reportVideo', 'reportAuthor',
] as const;
