'use client';

import { useQuery } from '@tanstack/react-query';
import { trpc } from '@/lib/trpc/client';

/** The LoRAs of connected engines, or those that fit a model. @param enabled whether they are asked for */
export function useLoras(model?: string, enabled = true) {
  return useQuery(
    trpc.lora.list.queryOptions(model === undefined ? undefined : { model }, {
      enabled,
      staleTime: 60_000,
      meta: { shownInPage: true },
    }),
  );
}
