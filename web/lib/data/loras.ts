'use client';

import { useQuery } from '@tanstack/react-query';
import { trpc } from '@/lib/trpc/client';

/** The LoRAs of connected engines. @param enabled whether they are asked for */
export function useLoras(enabled = true) {
  return useQuery(trpc.lora.list.queryOptions(undefined, { enabled, staleTime: 60_000, meta: { shownInPage: true } }));
}
