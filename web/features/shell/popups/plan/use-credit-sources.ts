'use client';

import { CreditCard, Gem, Gift, Package, TrendingUp } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { REWARDS } from '@src/rewards/rewards.shared';
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
} as const satisfies Readonly<Record<Exclude<CreditSource, 'signUp'>, unknown>>;

/** Ways to more credits for the current user, as buttons. */
export function useCreditSources({ onClose, swap }: PopupFrame): readonly LimitWay[] {
  const t = useTranslations('popups.moreCredits');
  const router = useRouter();
  const visitor = useVisitor();
  const ways = creditSourcesFor({
    mayJoin: visitor.status === 'ready' && visitor.user.email === undefined,
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
    const { icon, href } = PLACES[way];
    const go = (): void => {
      onClose();
      router.push(href);
    };
    return { key: way, icon, label: t(way), onSelect: go };
  });
}
