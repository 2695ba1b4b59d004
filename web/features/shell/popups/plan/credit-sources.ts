import { canUpgrade, type SubLog } from '@src/billing/plans/plan.shared';
import { isPaidName, isUpgrade, periodOf } from '@src/billing/plans/product.shared';
import type { RewardsView } from '@src/rewards/rewards.view.shared';
import type { Offer } from '@src/billing/shop/shop.shared';

/** Ways to get more credits. */
export type CreditSource = 'signUp' | 'checkIn' | 'rewards' | 'pay' | 'packs' | 'plan' | 'upgrade';

/** The user for whom sources are listed. */
export interface CreditSeeker {
  /** A visitor, who gets credits with a new account. */
  readonly mayJoin: boolean;
  /** Today's check-in and the missions; undefined without an account, and until known. */
  readonly rewards: Pick<RewardsView, 'today' | 'missions'> | undefined;
  /** Undefined without an account, and until it is known. */
  readonly subLog:
    Pick<SubLog, 'isSub' | 'isActiveSub' | 'currentPlan' | 'paymentPlatform' | 'expirePayment'> | undefined;
  /** The products on sale; undefined until known. */
  readonly offer: Pick<Offer, 'products' | 'isRefused'> | undefined;
}

/** Ways to more credits that a user has, the quickest first. Unknown ones are included; their page says more. */
export function creditSourcesFor({ mayJoin, rewards, subLog, offer }: CreditSeeker): readonly CreditSource[] {
  const sold = offer === undefined ? undefined : offer.isRefused ? [] : offer.products;
  const packs =
    sold?.some(
      (product) =>
        periodOf(product) === 'forever' && product.usageList.some(({ usageType }) => usageType === 'credits'),
    ) ?? true;
  const plans = sold?.some((product) => periodOf(product) !== 'forever' && isPaidName(product.productName)) ?? true;
  return [
    ...(mayJoin ? ['signUp' as const] : []),
    ...(rewards?.today.state === 'open' ? ['checkIn' as const] : []),
    ...(rewards?.missions.some(({ state }) => state !== 'claimed') === true ? ['rewards' as const] : []),
    ...(isOwing(subLog) ? ['pay' as const] : []),
    ...(packs ? ['packs' as const] : []),
    ...planWay(subLog, sold, plans),
  ];
}

const isOwing = (subLog: CreditSeeker['subLog']): boolean => subLog !== undefined && subLog.expirePayment !== null;

/** A first plan, or a larger one. Neither is possible while a payment is outstanding. */
function planWay(
  subLog: CreditSeeker['subLog'],
  sold: Offer['products'] | undefined,
  plans: boolean,
): readonly CreditSource[] {
  if (subLog === undefined || !subLog.isSub) return plans ? ['plan'] : [];
  if (isOwing(subLog)) return [];
  const { isActiveSub, currentPlan, paymentPlatform } = subLog;
  if (!isActiveSub) return plans ? ['plan'] : [];
  const isMore = sold?.some((product) => isUpgrade(product, currentPlan.subProductRelation)) ?? true;
  return isMore && canUpgrade(currentPlan, paymentPlatform) ? ['upgrade'] : [];
}
