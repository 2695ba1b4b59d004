'use client';

import { useLocale } from 'next-intl';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { inLanguage } from '@src/catalog/entries/gallery.shared';
import { dismissAnnouncement, useAnnouncements } from '@/lib/data/announcements';
import { openPopup } from '@/lib/popups/queue';
import { DataProvider } from '@/lib/trpc/data-provider';
import { AnnouncementBar } from './announcement-bar';

/** Id of the shell's element for the bar, above the page. */
const BAR = 'announcement';

/** Shows the first announcement of each form: a bar above every page, and a popup. */
export default function Announcements() {
  return (
    <DataProvider>
      <Shown />
    </DataProvider>
  );
}

function Shown() {
  const locale = useLocale();
  const announcements = useAnnouncements().map(({ id, content: { form, title, text, href } }) => ({
    id,
    form,
    title: inLanguage(title, locale),
    ...(text === undefined ? {} : { text: inLanguage(text, locale) }),
    ...(href === undefined ? {} : { href }),
  }));
  const bar = announcements.find(({ form }) => form === 'bar');
  const popup = announcements.find(({ form }) => form === 'popup');
  const shown = popup === undefined ? undefined : JSON.stringify(popup);
  useEffect(() => {
    if (shown === undefined) return;
    const { form: _form, ...props } = JSON.parse(shown) as NonNullable<typeof popup>; // just written
    openPopup('announcement', props);
  }, [shown]);
  const place = document.getElementById(BAR);
  if (bar === undefined || place === null) return null;
  return createPortal(<AnnouncementBar announcement={bar} onClose={() => dismissAnnouncement(bar.id)} />, place);
}
