'use client';

import { Direction } from 'radix-ui';
import type { ReactNode } from 'react';

/** Gives the Radix primitives the page's direction. Their default is left to right. */
export function ReadingDirection({ dir, children }: { readonly dir: 'ltr' | 'rtl'; readonly children: ReactNode }) {
  return <Direction.Provider dir={dir}>{children}</Direction.Provider>;
}
