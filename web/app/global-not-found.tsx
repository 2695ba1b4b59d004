import type { Metadata } from 'next';
import '@/styles/globals.css';
import { BarePage } from '@/features/shell/bare-page';
import words from '@/messages/en/bare.json';

export const metadata: Metadata = { title: 'Kinora' };

/** For addresses that no page can be asked about, such as a file that is not there; outside every language the words are English. */
export default function GlobalNotFound() {
  return <BarePage figure="404" title={words.notFoundTitle} text={words.notFoundText} label={words.home} />;
}
