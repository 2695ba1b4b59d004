import type { ProcedureName } from '@src/creation/procedures/params.shared';

/** Reasons to offer a plan. */
export const UPGRADE_REASONS = [
  'VideoUsage',
  'VideoMode',
  'AdvancedCamera',
  'Template',
  'ProFeature',
  'Invite',
  'Extend',
  'Activity',
] as const;
export type UpgradeReason = (typeof UPGRADE_REASONS)[number];

/** Features that need an account, by the keys of `popups.tipsSignIn.title`. */
export type MemberFeature = 'account' | 'plan' | 'publishing';

/** All popups with their props. */
export interface PopupProps {
  /** An announcement of the operator, in the user's language; `href` is a path of this site. */
  readonly announcement: {
    readonly id: string;
    readonly title: string;
    readonly text?: string;
    readonly href?: string;
  };
  readonly cancelPlan: { readonly subscriptionId: string };
  /** Two to four results to compare. */
  readonly compare: { readonly items: readonly { readonly taskId: string; readonly index: number }[] };
  /** `limit` is the maximum number of running and waiting creations. */
  readonly concurrency: { readonly limit?: number };
  /** Today's check-in, from a list of ways to more credits. */
  readonly checkIn: Readonly<Record<never, never>>;
  readonly contactUs: Readonly<Record<never, never>>;
  /** Today's check-in, as a reminder that keeps a streak. */
  readonly dailyCheckIn: Readonly<Record<never, never>>;
  readonly deleteAccount: { readonly hasPassword: boolean };
  readonly deleteProject: { readonly id: string; readonly name: string };
  /** A discount code for users who have never had a plan. */
  readonly discountPromotion: Readonly<Record<never, never>>;
  /** `index` of the video. */
  readonly extendVideo: { readonly taskId: string; readonly index: number };
  readonly forgotPassword: { readonly email?: string };
  readonly imagePreview: { readonly src: string; readonly alt: string };
  /** `from` is the id of its current project. */
  readonly moveToProject: { readonly taskId: string; readonly from: string };
  /** Without a project, creates one and reports its id. */
  readonly nameProject: {
    readonly project?: { readonly id: string; readonly name: string };
    readonly onCreated?: (id: string) => void;
  };
  /** `onlyFree`: the user has other credits, which pay for built-in models only. */
  readonly notEnoughTimes: { readonly needed?: number; readonly available?: number; readonly onlyFree?: boolean };
  /** Bytes. */
  readonly overUploadSize: { readonly name: string; readonly size: number; readonly limit: number };
  /** The product to buy, with the displayed currency. With `subscriptionId` it is a change of that plan, up or down. */
  readonly paymentConfirm: {
    readonly priceId: string;
    readonly currency: string;
    readonly coupon?: string;
    readonly subscriptionId?: string;
  };
  /** The procedure whose form receives an earlier prompt. */
  readonly promptHistory: { readonly procedure: ProcedureName };
  /** `index` of the result. */
  readonly publish: { readonly taskId: string; readonly index: number };
  readonly publishStatus: { readonly taskId: string; readonly index: number };
  /** `index` of the image. */
  readonly recordDetail: { readonly taskId: string; readonly index?: number };
  /** Of a published image. */
  readonly report: { readonly workId: string };
  /** By public id. */
  readonly reportAuthor: { readonly authorId: string };
  readonly reportVideo: { readonly workId: string };
  readonly referFriend: Readonly<Record<never, never>>;
  /** `restore` signs in and restores the account. It returns an identifier of the error catalogue on failure. */
  readonly restoreAccount: { readonly email: string; readonly restore: () => Promise<string | undefined> };
  readonly review: Readonly<Record<never, never>>;
  readonly rewards: Readonly<Record<never, never>>;
  /** Whole credits that were just received. */
  readonly rewardsState: { readonly received: number };
  readonly shortcuts: Readonly<Record<never, never>>;
  readonly signUpLogIn: { readonly tab: 'signUp' | 'logIn'; readonly email?: string };
  readonly subscription: Readonly<Record<never, never>>;
  readonly tipsSignIn: { readonly about: MemberFeature };
  /** `resolution` is the one that requires a plan, `limit` the number of free videos per day. */
  readonly upgradePlan: { readonly reason: UpgradeReason; readonly resolution?: string; readonly limit?: number };
  /** Whole credits left, and the last price. `plan` is the use of the month's credits if less than a fifth is left. */
  readonly usageAlert: {
    readonly left: number;
    readonly price: number;
    readonly plan?: { readonly left: number; readonly of: number };
  };
  /** `index` of the video. */
  readonly videoDetail: { readonly taskId: string; readonly index?: number };
}
export type PopupName = keyof PopupProps;

/** Reserved popup names. Their features do not exist yet, so they cannot be opened. */
export const RESERVED_POPUPS = ['waitlist'] as const;
