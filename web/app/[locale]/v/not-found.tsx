'use client';

import { NoWork } from '@/features/make/works/no-work';

/** Drawn in the browser, where the language of the address is known: on the server it stands outside the page that says so. */
export default function NoSuchWork() {
  return <NoWork />;
}
