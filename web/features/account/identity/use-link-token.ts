'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';

/**
 * The token that a letter's link carries. Once read it is taken out of the address bar and this entry of the history, so that it is
 * neither copied with the address nor found by going back.
 */
export function useLinkToken(): string | undefined {
  const query = useSearchParams();
  const [token] = useState(() => query.get('token') ?? undefined);
  useEffect(() => {
    const url = new URL(window.location.href);
    if (!url.searchParams.has('token')) return;
    url.searchParams.delete('token');
    window.history.replaceState(null, '', url);
  }, []);
  return token;
}
