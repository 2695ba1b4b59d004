'use client';

import { useEffect, useRef } from 'react';
import { Button } from '../button';

/** Loads the next page when scrolled near it. Also a button, for keyboards and for a retry. */
export function LoadMore({
  busy,
  failed = false,
  label,
  busyLabel,
  onMore,
}: {
  readonly busy: boolean;
  readonly failed?: boolean;
  readonly label: string;
  readonly busyLabel: string;
  readonly onMore: () => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null || busy || failed) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onMore();
      },
      { rootMargin: '400px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [busy, failed, onMore]);
  return (
    <div ref={place} className="grid justify-center">
      <Button busy={busy} onClick={onMore}>
        {busy ? busyLabel : label}
      </Button>
    </div>
  );
}
