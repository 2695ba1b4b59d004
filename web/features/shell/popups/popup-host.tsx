'use client';

import { useEffect } from 'react';
import { LateWords } from '@/i18n/late-words';
import { usePathname } from '@/i18n/navigation';
import { POPUP_AREAS } from '@/i18n/page-areas';
import { reportError } from '@/lib/errors/bus';
import { closeAllPopups, closePopup, swapPopup, useCurrentPopup, type QueuedPopup } from '@/lib/popups/queue';
import { DataProvider } from '@/lib/trpc/data-provider';
import type { PopupFrame } from './frame';
import { PopupErrorBoundary } from './popup-error-boundary';
import { POPUPS } from './registry';

function Current({ popup }: { readonly popup: QueuedPopup }) {
  const frame: PopupFrame = { onClose: () => closePopup(popup), swap: (name, props) => swapPopup(popup, name, props) };
  switch (popup.name) {
    case 'announcement':
      return <POPUPS.announcement {...popup.props} {...frame} />;
    case 'cancelPlan':
      return <POPUPS.cancelPlan {...popup.props} {...frame} />;
    case 'checkIn':
      return <POPUPS.checkIn {...popup.props} {...frame} />;
    case 'compare':
      return <POPUPS.compare {...popup.props} {...frame} />;
    case 'concurrency':
      return <POPUPS.concurrency {...popup.props} {...frame} />;
    case 'contactUs':
      return <POPUPS.contactUs {...popup.props} {...frame} />;
    case 'dailyCheckIn':
      return <POPUPS.dailyCheckIn {...popup.props} {...frame} />;
    case 'deleteAccount':
      return <POPUPS.deleteAccount {...popup.props} {...frame} />;
    case 'deleteProject':
      return <POPUPS.deleteProject {...popup.props} {...frame} />;
    case 'discountPromotion':
      return <POPUPS.discountPromotion {...popup.props} {...frame} />;
    case 'extendVideo':
      return <POPUPS.extendVideo {...popup.props} {...frame} />;
    case 'forgotPassword':
      return <POPUPS.forgotPassword {...popup.props} {...frame} />;
    case 'imagePreview':
      return <POPUPS.imagePreview {...popup.props} {...frame} />;
    case 'moveToProject':
      return <POPUPS.moveToProject {...popup.props} {...frame} />;
    case 'nameProject':
      return <POPUPS.nameProject {...popup.props} {...frame} />;
    case 'notEnoughTimes':
      return <POPUPS.notEnoughTimes {...popup.props} {...frame} />;
    case 'overUploadSize':
      return <POPUPS.overUploadSize {...popup.props} {...frame} />;
    case 'paymentConfirm':
      return <POPUPS.paymentConfirm {...popup.props} {...frame} />;
    case 'promptHistory':
      return <POPUPS.promptHistory {...popup.props} {...frame} />;
    case 'publish':
      return <POPUPS.publish {...popup.props} {...frame} />;
    case 'publishStatus':
      return <POPUPS.publishStatus {...popup.props} {...frame} />;
    case 'recordDetail':
      return <POPUPS.recordDetail {...popup.props} {...frame} />;
    case 'report':
      return <POPUPS.report {...popup.props} {...frame} />;
    case 'reportAuthor':
      return <POPUPS.reportAuthor {...popup.props} {...frame} />;
    case 'reportVideo':
      return <POPUPS.reportVideo {...popup.props} {...frame} />;
    case 'referFriend':
      return <POPUPS.referFriend {...popup.props} {...frame} />;
    case 'restoreAccount':
      return <POPUPS.restoreAccount {...popup.props} {...frame} />;
    case 'review':
      return <POPUPS.review {...popup.props} {...frame} />;
    case 'rewards':
      return <POPUPS.rewards {...popup.props} {...frame} />;
    case 'rewardsState':
      return <POPUPS.rewardsState {...popup.props} {...frame} />;
    case 'shortcuts':
      return <POPUPS.shortcuts {...popup.props} {...frame} />;
    case 'signUpLogIn':
      return <POPUPS.signUpLogIn {...popup.props} {...frame} />;
    case 'subscription':
      return <POPUPS.subscription {...popup.props} {...frame} />;
    case 'tipsSignIn':
      return <POPUPS.tipsSignIn {...popup.props} {...frame} />;
    case 'upgradePlan':
      return <POPUPS.upgradePlan {...popup.props} {...frame} />;
    case 'usageAlert':
      return <POPUPS.usageAlert {...popup.props} {...frame} />;
    case 'videoDetail':
      return <POPUPS.videoDetail {...popup.props} {...frame} />;
    default:
      return popup satisfies never;
  }
}

/** Shows the current popup. A change of page closes it. */
export default function PopupHost() {
  const popup = useCurrentPopup();
  const path = usePathname();
  useEffect(() => closeAllPopups, [path]);
  if (popup === undefined) return null;
  // A popup whose messages cannot be loaded is reported and closed, so that it does not block the page.
  const failed = (error: unknown): void => {
    reportError(error);
    closePopup(popup);
  };
  return (
    <LateWords areas={POPUP_AREAS} onFailed={failed}>
      <DataProvider>
        <PopupErrorBoundary key={popup.key} onFailed={() => closePopup(popup)}>
          <Current popup={popup} />
        </PopupErrorBoundary>
      </DataProvider>
    </LateWords>
  );
}
