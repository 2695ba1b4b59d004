'use client';

import { Coins, Gift, SlidersHorizontal } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { REWARDS } from '@src/rewards/rewards.shared';
import { useRouter } from '@/i18n/navigation';
import type { PopupProps } from '@/lib/popups/names';
import { useVisitor } from '@/lib/session/store';
import { LimitWays, type LimitWay } from '@/ui/states';
import { Popup } from './popup';
import type { PopupFrame } from './popup-host';

/** Credits run low: what is left does not pay for the same again, and what can be done about that. */
export default function UsageAlert({ left, price, onClose, swap }: PopupProps['usageAlert'] & PopupFrame) {
  const t = useTranslations('popups.usageAlert');
  const router = useRouter();
  const visitor = useVisitor();
  const mayJoin = visitor.status === 'ready' && visitor.user.email === undefined;
  const statement = (): void => {
    onClose();
    router.push('/credits');
  };
  const ways: readonly LimitWay[] = [
    ...(mayJoin ? [{ key: 'signUp', icon: Gift, label: t('signUp', { credits: REWARDS.signup }), onSelect: () => swap('signUpLogIn', { tab: 'signUp' }) }] : []),
    ...(left > 0 ? [{ key: 'cheaper', icon: SlidersHorizontal, label: t('cheaper'), onSelect: onClose }] : []),
    { key: 'statement', icon: Coins, label: t('statement'), onSelect: statement },
  ];
  return (
    <Popup title={left > 0 ? t('title') : t('titleNone')} description={t('text', { left, price })} onClose={onClose}>
      <LimitWays ways={ways} />
    </Popup>
  );
}
