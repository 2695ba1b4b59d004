'use client';

import { CalendarCheck, CreditCard, Gem, Gift, Package, TrendingUp } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { REWARDS } from '@src/rewards/rewards.shared';
import { useRewards } from '@/features/account/rewards/use-rewards';
import { useRouter } from '@/i18n/navigation';
import { useOffer } from '@/lib/data/billing';
import { usePlan } from '@/lib/data/plan';
import { useVisitor } from '@/lib/session/store';
import type { LimitWay } from '@/ui/content/states';
import { creditSourcesFor, type CreditSource } from './credit-sources';
import type { PopupFrame } from '../frame';

/** Target and icon of each source. */
const PLACES = {
  pay: { icon: CreditCard, href: '/billing' },
  packs: { icon: Package, href: '/pricing#packs' },
  plan: { icon: Gem, href: '/pricing' },
  upgrade: { icon: TrendingUp, href: '/pricing' },
} as const satisfies Readonly<Record<Exclude<CreditSource, 'signUp' | 'checkIn' | 'rewards'>, unknown>>;

/** Ways to more credits for the current user, as buttons. */
export function useCreditSources({ onClose, swap }: PopupFrame): readonly LimitWay[] {
  const t = useTranslations('popups.moreCredits');
  const router = useRouter();
  const visitor = useVisitor();
  const isMember = visitor.status === 'ready' && visitor.user.email !== undefined;
  const rewards = useRewards(isMember).data;
  const ways = creditSourcesFor({
    mayJoin: visitor.status === 'ready' && visitor.user.email === undefined,
    rewards: isMember ? rewards : undefined,
    subLog: usePlan(),
    offer: useOffer().data,
  });
  return ways.map((way): LimitWay => {
    if (way === 'signUp')
      return {
        key: way,
        icon: Gift,
        label: t(way, { credits: REWARDS.signup }),
        onSelect: () => swap('signUpLogIn', { tab: 'signUp' }),
      };
    if (way === 'checkIn')
      return {
        key: way,
        icon: CalendarCheck,
        label: t(way, { credits: rewards?.today.credits ?? 0 }),
        onSelect: () => swap('checkIn', {}),
      };
    if (way === 'rewards') return { key: way, icon: Gift, label: t(way), onSelect: () => swap('rewards', {}) };
    const { icon, href } = PLACES[way];
    const go = (): void => {
      onClose();
      router.push(href);
    };
    return { key: way, icon, label: t(way), onSelect: go };
  });
}
