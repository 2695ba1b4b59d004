'use client';

import { Direction } from 'radix-ui';
import type { ReactNode } from 'react';

/** Tells the primitives which way the page reads; without it they take left to right. */
export function ReadingDirection({ dir, children }: { readonly dir: 'ltr' | 'rtl'; readonly children: ReactNode }) {
  return <Direction.Provider dir={dir}>{children}</Direction.Provider>;
}
