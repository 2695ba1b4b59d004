'use client';

import { NoWork } from '@/features/make/works/no-work';

/**
 * Rendered in the browser, which knows the address's language. On the server it is outside the page that sets the
 * language.
 */
export default function NoSuchWork() {
  return <NoWork />;
}
