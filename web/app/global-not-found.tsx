import type { Metadata } from 'next';
import '@/styles/globals.css';
import { BarePage } from '@/features/shell/errors/bare-page';
import words from '@/messages/en/bare.json';

export const metadata: Metadata = { title: 'Kinora' };

/** For addresses outside the pages, such as a missing file. They have no language, so the text is English. */
export default function GlobalNotFound() {
  return <BarePage figure="404" title={words.notFoundTitle} text={words.notFoundText} label={words.home} />;
}
