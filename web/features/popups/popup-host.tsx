'use client';

import { useEffect } from 'react';
import { usePathname } from '@/i18n/navigation';
import { closeAllPopups, closePopup, useCurrentPopup, type Asked } from '@/lib/popups/queue';
import { DataProvider } from '@/lib/trpc/data-provider';
import { POPUPS } from './registry';

/** What every popup is drawn with besides what it was told. */
export interface PopupFrame {
  readonly onClose: () => void;
}

function Current({ asked }: { readonly asked: Asked }) {
  switch (asked.name) {
    case 'concurrency':
      return <POPUPS.concurrency {...asked.props} onClose={closePopup} />;
    case 'imagePreview':
      return <POPUPS.imagePreview {...asked.props} onClose={closePopup} />;
    case 'notEnoughTimes':
      return <POPUPS.notEnoughTimes {...asked.props} onClose={closePopup} />;
    case 'recordDetail':
      return <POPUPS.recordDetail {...asked.props} onClose={closePopup} />;
    case 'upgradePlan':
      return <POPUPS.upgradePlan {...asked.props} onClose={closePopup} />;
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
    <DataProvider>
      <Current key={asked.name} asked={asked} />
    </DataProvider>
  );
}
