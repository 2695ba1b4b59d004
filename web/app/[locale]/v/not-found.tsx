'use client';

import { UnbuiltPage } from '@/features/unbuilt/unbuilt-page';

/** Drawn in the browser, where the language of the address is known: on the server it stands outside the page that says so. */
export default function NoSuchWork() {
  return <UnbuiltPage id="published" />;
}
