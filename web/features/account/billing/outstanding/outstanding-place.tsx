'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { LateWords } from '@/i18n/late-words';
import { usePathname } from '@/i18n/navigation';
import { OUTSTANDING_AREAS } from '@/i18n/page-areas';
import { usePlan } from '@/lib/data/plan';
import { DataProvider } from '@/lib/trpc/data-provider';
import { outstandingOf } from './outstanding';
import { dismissInvoice, dismissedInvoices } from './dismissed-invoices';

const Bar = dynamic(() => import('./outstanding-bar').then(({ OutstandingBar }) => OutstandingBar), { ssr: false });

/** Id of the shell's element for it, above the page. */
export const OUTSTANDING_PLACE = 'outstanding';

/** Shows an outstanding payment above every page; its component is loaded only when there is one. */
export default function OutstandingPlace() {
  return (
    <DataProvider>
      <OutstandingNotice />
    </DataProvider>
  );
}

function OutstandingNotice() {
  const path = usePathname();
  const subLog = usePlan();
  const [away, setAway] = useState(dismissedInvoices);
  const notice = outstandingOf(subLog, path, away);
  const place = document.getElementById(OUTSTANDING_PLACE);
  if (notice === undefined || place === null) return null;
  return createPortal(
    <LateWords areas={OUTSTANDING_AREAS}>
      <Bar notice={notice} onPutAway={() => setAway(dismissInvoice(notice.invoiceId, away))} />
    </LateWords>,
    place,
  );
}
