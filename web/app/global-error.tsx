'use client';

import '@/styles/globals.css';
import { BarePage } from '@/features/shell/bare-page';
import { bareWordsOf } from '@/features/shell/bare-words';

/** When even the frame could not be drawn, and the translator with it: these are the words themselves. */
export default function GlobalError() {
  // Drawn in the browser alone, where there is an address.
  const { words, ...page } = bareWordsOf(typeof window === 'undefined' ? '' : window.location.pathname);
  return <BarePage figure="500" title={words.serverErrorTitle} text={words.serverErrorText} label={words.home} {...page} />;
}
