'use client';

import '@/styles/globals.css';
import { BarePage } from '@/features/shell/bare-page';
import words from '@/messages/en/bare.json';

/** When even the frame could not be drawn, and the translator with it: these are the English words themselves. */
export default function GlobalError() {
  return <BarePage figure="500" title={words.serverErrorTitle} text={words.serverErrorText} home={words.home} />;
}
