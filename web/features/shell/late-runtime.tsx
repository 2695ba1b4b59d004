'use client';

import dynamic from 'next/dynamic';

/** The runtime, loaded once the page is readable. */
export const LateRuntime = dynamic(() => import('./runtime'), { ssr: false });
