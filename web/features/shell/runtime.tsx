'use client';

import { useLocale, useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { useEffect, useState } from 'react';
import { directionOf } from '@src/kernel/locales.shared';
import { LateWords } from '@/i18n/late-words';
import { NOTICE_AREAS } from '@/i18n/page-areas';
import { ErrorReactions } from '@/lib/errors/error-reactions';
import { LiveUpdates } from '@/lib/live/live-updates';
import { fetchOnline } from '@/lib/press/network';
import { PresenceWatch } from '@/lib/session/presence/presence-watch';
import { isInviteWaiting } from '@/lib/session/pending-invite';
import SessionKeeper from '@/lib/session/session-keeper';
import { followTheme } from '@/lib/theme/theme';
import { Toaster } from '@/ui/overlay/toaster';
import { HumanCheck } from './human-check/human-check';
import { onPaletteOpened } from './palette/palette-signal';

const Analytics = dynamic(() => import('@/features/core/analytics/analytics-runtime'), { ssr: false });
const Outstanding = dynamic(() => import('@/features/account/billing/outstanding/outstanding-place'), { ssr: false });
const Announcements = dynamic(() => import('./announcements/announcements'), { ssr: false });
const AfterSignIn = dynamic(() => import('@/features/account/pricing/checkout/after-sign-in'), { ssr: false });
const InviteWatch = dynamic(() => import('@/features/account/invites/invite-watch'), { ssr: false });
const UnaskedWatch = dynamic(() => import('@/features/account/rewards/unasked-watch'), { ssr: false });
const PopupHost = dynamic(() => fetchOnline(() => import('./popups/popup-host')), { ssr: false });
const Palette = dynamic(() => fetchOnline(() => import('./palette/palette')), { ssr: false });

/**
 * Parts that load once the page is readable: session, live updates, error reactions, toasts and the palette.
 * @param arrivedAt the page that was loaded first
 */
export default function Runtime({ arrivedAt }: { readonly arrivedAt: string }) {
  const t = useTranslations('common');
  const locale = useLocale();
  const [palette, setPalette] = useState<'unasked' | 'open' | 'closed'>('unasked');
  const [isInvited] = useState(() => isInviteWaiting(location.search, Date.now()));
  useEffect(followTheme, []);
  useEffect(() => onPaletteOpened(() => setPalette((state) => (state === 'open' ? 'closed' : 'open'))), []);
  return (
    <>
      <SessionKeeper />
      <PresenceWatch />
      <Analytics arrivedAt={arrivedAt} />
      <LiveUpdates />
      <LateWords areas={NOTICE_AREAS}>
        <ErrorReactions />
      </LateWords>
      <Toaster label={t('notices')} dir={directionOf(locale)} />
      <PopupHost />
      <HumanCheck />
      <AfterSignIn />
      <UnaskedWatch />
      <Outstanding />
      <Announcements />
      {isInvited ? <InviteWatch /> : null}
      {palette === 'unasked' ? null : (
        <Palette open={palette === 'open'} onOpenChange={(open) => setPalette(open ? 'open' : 'closed')} />
      )}
    </>
  );
}
