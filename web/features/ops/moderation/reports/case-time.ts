'use client';

import { useFormatter } from 'next-intl';
import { localZone } from '@/features/core/days';

/** Formats a time, in milliseconds since the epoch, in the page's language and the reader's time zone. */
export function useCaseTime(): (at: number) => string {
  const format = useFormatter();
  return (at) => format.dateTime(at, { dateStyle: 'medium', timeStyle: 'short', timeZone: localZone() });
}
