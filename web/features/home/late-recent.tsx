'use client';

import dynamic from 'next/dynamic';

/** Recent work, fetched after the page can be read. */
export const LateRecentWork = dynamic(() => import('./recent-work'), { ssr: false });
