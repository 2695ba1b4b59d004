'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';

/**
 * The token of an email link. It is removed from the address bar and this history entry, so that it is neither
 * copied nor found with Back.
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
