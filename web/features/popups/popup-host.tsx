'use client';

import { useEffect } from 'react';
import { LateWords } from '@/i18n/late-words';
import { usePathname } from '@/i18n/navigation';
import { POPUP_AREAS } from '@/i18n/page-areas';
import { closeAllPopups, closePopup, useCurrentPopup, type Asked } from '@/lib/popups/queue';
import { DataProvider } from '@/lib/trpc/data-provider';
import { PopupTrouble } from './popup-trouble';
import { POPUPS } from './registry';

/** What every popup is drawn with besides what it was told. */
export interface PopupFrame {
  readonly onClose: () => void;
}

function Current({ asked }: { readonly asked: Asked }) {
  switch (asked.name) {
    case 'concurrency':
      return <POPUPS.concurrency {...asked.props} onClose={closePopup} />;
    case 'contactUs':
      return <POPUPS.contactUs {...asked.props} onClose={closePopup} />;
    case 'deleteAccount':
      return <POPUPS.deleteAccount {...asked.props} onClose={closePopup} />;
    case 'deleteProject':
      return <POPUPS.deleteProject {...asked.props} onClose={closePopup} />;
    case 'forgotPassword':
      return <POPUPS.forgotPassword {...asked.props} onClose={closePopup} />;
    case 'imagePreview':
      return <POPUPS.imagePreview {...asked.props} onClose={closePopup} />;
    case 'moveToProject':
      return <POPUPS.moveToProject {...asked.props} onClose={closePopup} />;
    case 'nameProject':
      return <POPUPS.nameProject {...asked.props} onClose={closePopup} />;
    case 'notEnoughTimes':
      return <POPUPS.notEnoughTimes {...asked.props} onClose={closePopup} />;
    case 'overUploadSize':
      return <POPUPS.overUploadSize {...asked.props} onClose={closePopup} />;
    case 'recordDetail':
      return <POPUPS.recordDetail {...asked.props} onClose={closePopup} />;
    case 'restoreAccount':
      return <POPUPS.restoreAccount {...asked.props} onClose={closePopup} />;
    case 'signUpLogIn':
      return <POPUPS.signUpLogIn {...asked.props} onClose={closePopup} />;
    case 'tipsSignIn':
      return <POPUPS.tipsSignIn {...asked.props} onClose={closePopup} />;
    case 'upgradePlan':
      return <POPUPS.upgradePlan {...asked.props} onClose={closePopup} />;
    case 'usageAlert':
      return <POPUPS.usageAlert {...asked.props} onClose={closePopup} />;
    case 'videoDetail':
      return <POPUPS.videoDetail {...asked.props} onClose={closePopup} />;
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
  return (
    <LateWords areas={POPUP_AREAS}>
      <DataProvider>
        <PopupTrouble key={asked.name} onFailed={closePopup}>
          <Current asked={asked} />
        </PopupTrouble>
      </DataProvider>
    </LateWords>
  );
}
