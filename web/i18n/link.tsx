'use client';

import { type ComponentProps, useState } from 'react';
import { nextIntlNavigation } from './next-intl-navigation';

const { Link: LocaleLink } = nextIntlNavigation;

/**
 * A link that keeps the language of the page. Its target is prefetched once the reader shows an intent to follow it
 * (pointer, touch or focus), not when it scrolls into view: a page has about 30 links, whose targets together outweigh
 * the page itself.
 */
export function Link({
  onPointerEnter,
  onTouchStart,
  onFocus,
  ...props
}: ComponentProps<typeof LocaleLink>): React.ReactNode {
  const [isIntended, setIntended] = useState(false);
  return (
    <LocaleLink
      prefetch={isIntended ? undefined : false}
      onPointerEnter={(event) => {
        setIntended(true);
        onPointerEnter?.(event);
      }}
      onTouchStart={(event) => {
        setIntended(true);
        onTouchStart?.(event);
      }}
      onFocus={(event) => {
        setIntended(true);
        onFocus?.(event);
      }}
      {...props}
    />
  );
}
