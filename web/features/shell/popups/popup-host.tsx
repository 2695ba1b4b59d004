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

function Current({ asked }: { readonly asked: QueuedPopup }) {
  const frame: PopupFrame = { onClose: () => closePopup(asked), swap: (name, props) => swapPopup(asked, name, props) };
  switch (asked.name) {
    case 'cancelPlan':
      return <POPUPS.cancelPlan {...asked.props} {...frame} />;
    case 'compare':
      return <POPUPS.compare {...asked.props} {...frame} />;
    case 'concurrency':
      return <POPUPS.concurrency {...asked.props} {...frame} />;
    case 'contactUs':
      return <POPUPS.contactUs {...asked.props} {...frame} />;
    case 'deleteAccount':
      return <POPUPS.deleteAccount {...asked.props} {...frame} />;
    case 'deleteProject':
      return <POPUPS.deleteProject {...asked.props} {...frame} />;
    case 'discountPromotion':
      return <POPUPS.discountPromotion {...asked.props} {...frame} />;
    case 'extendVideo':
      return <POPUPS.extendVideo {...asked.props} {...frame} />;
    case 'forgotPassword':
      return <POPUPS.forgotPassword {...asked.props} {...frame} />;
    case 'imagePreview':
      return <POPUPS.imagePreview {...asked.props} {...frame} />;
    case 'moveToProject':
      return <POPUPS.moveToProject {...asked.props} {...frame} />;
    case 'nameProject':
      return <POPUPS.nameProject {...asked.props} {...frame} />;
    case 'notEnoughTimes':
      return <POPUPS.notEnoughTimes {...asked.props} {...frame} />;
    case 'overUploadSize':
      return <POPUPS.overUploadSize {...asked.props} {...frame} />;
    case 'paymentConfirm':
      return <POPUPS.paymentConfirm {...asked.props} {...frame} />;
    case 'promptHistory':
      return <POPUPS.promptHistory {...asked.props} {...frame} />;
    case 'publish':
      return <POPUPS.publish {...asked.props} {...frame} />;
    case 'publishStatus':
      return <POPUPS.publishStatus {...asked.props} {...frame} />;
    case 'recordDetail':
      return <POPUPS.recordDetail {...asked.props} {...frame} />;
    case 'restoreAccount':
      return <POPUPS.restoreAccount {...asked.props} {...frame} />;
    case 'shortcuts':
      return <POPUPS.shortcuts {...asked.props} {...frame} />;
    case 'signUpLogIn':
      return <POPUPS.signUpLogIn {...asked.props} {...frame} />;
    case 'subscription':
      return <POPUPS.subscription {...asked.props} {...frame} />;
    case 'tipsSignIn':
      return <POPUPS.tipsSignIn {...asked.props} {...frame} />;
    case 'upgradePlan':
      return <POPUPS.upgradePlan {...asked.props} {...frame} />;
    case 'usageAlert':
      return <POPUPS.usageAlert {...asked.props} {...frame} />;
    case 'videoDetail':
      return <POPUPS.videoDetail {...asked.props} {...frame} />;
    default:
      return asked satisfies never;
  }
}

/** Draws the popup whose turn it is. Another page has none of the one before. */
export default function PopupHost() {
  const asked = useCurrentPopup();
  const path = usePathname();
  useEffect(() => closeAllPopups, [path]);
  if (asked === undefined) return null;
  // A popup whose messages cannot be loaded is reported and closed, so that it does not block the page.
  const failed = (error: unknown): void => {
    reportError(error);
    closePopup(asked);
  };
  return (
    <LateWords areas={POPUP_AREAS} onFailed={failed}>
      <DataProvider>
        <PopupErrorBoundary key={asked.key} onFailed={() => closePopup(asked)}>
          <Current asked={asked} />
        </PopupErrorBoundary>
      </DataProvider>
    </LateWords>
  );
}
