'use client';

import '@/styles/globals.css';
import { BarePage } from '@/features/shell/errors/bare-page';
import { bareWordsOf } from '@/features/shell/errors/bare-words';

/** Shown when the layout itself fails, and with it the message provider. The texts are therefore in the code. */
export default function GlobalError() {
  // Rendered in the browser only, where the address is known.
  const { words, ...page } = bareWordsOf(typeof window === 'undefined' ? '' : window.location.pathname);
  return (
    <BarePage figure="500" title={words.serverErrorTitle} text={words.serverErrorText} label={words.home} {...page} />
  );
}
