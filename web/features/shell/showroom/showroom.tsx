'use client';

import { useLocale } from 'next-intl';
import { Link } from '@/i18n/navigation';
import { buttonStyle } from '@/ui/button';
import { ControlsHall } from './controls-hall';
import { FilesHall } from './files-hall';
import { FormsHall } from './forms-hall';
import { MediaHall } from './media-hall';
import { OverlaysHall } from './overlays-hall';
import { StatesHall } from './states-hall';

/** Languages of the showroom. The top bar sets the theme. */
const LOCALES = ['en', 'de', 'ar', 'en-XA'] as const;

/** Path of the components. Code is not translated. */
const ROOM = 'web/ui';

/** All components in all states, with the product's own messages, to check them in every language. */
export function Showroom() {
  const locale = useLocale();
  return (
    <div className="grid gap-6 ps-2 pe-8 pt-6 pb-16 max-md:px-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 translate="no" className="text-2xl font-strong tracking-title">
          {ROOM}
        </h1>
        <div className="flex gap-2">
          {LOCALES.map((code) => (
            <Link
              key={code}
              href="/_ui"
              locale={code}
              translate="no"
              aria-current={code === locale ? 'true' : undefined}
              className={buttonStyle({ size: 'sm', tone: code === locale ? 'invert' : 'plain' })}
            >
              {code}
            </Link>
          ))}
        </div>
      </header>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(360px,100%),1fr))] items-start gap-4">
        <ControlsHall />
        <FormsHall />
        <StatesHall />
        <OverlaysHall />
      </div>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(520px,100%),1fr))] items-start gap-4">
        <FilesHall />
        <MediaHall />
      </div>
    </div>
  );
}
