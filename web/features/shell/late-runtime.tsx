'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { usePathname } from '@/i18n/navigation';

const Runtime = dynamic(() => import('./runtime'), { ssr: false });

/** The runtime, loaded once the page is readable, which may be after the user has gone on to another page. */
export function LateRuntime() {
  const path = usePathname();
  const [arrivedAt] = useState(path);
  return <Runtime arrivedAt={arrivedAt} />;
}
