'use client';

import dynamic from 'next/dynamic';

/** The runtime, fetched after the page can be read. */
export const LateRuntime = dynamic(() => import('./runtime'), { ssr: false });
