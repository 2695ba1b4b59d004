import { useQuery } from '@tanstack/react-query';
import type { ProcedureName } from '@src/creation/procedures/params.shared';
import { useVisitor } from '@/lib/session/store';
import { trpc } from '@/lib/trpc/client';

/** When to ask again after a failure. */
const RETRY_MS = 5_000;

/**
 * Query options of what the author of a recipe asks the user for a creation.
 * @param origin id of the work; undefined for none
 */
export const surchargeOptions = (origin: string | undefined, procedure: ProcedureName, enabled: boolean) =>
  trpc.work.surcharge.queryOptions(
    { id: origin ?? '', procedure },
    {
      enabled: enabled && origin !== undefined,
      staleTime: 60_000,
      // The price on the button would stay too low until the server refuses it.
      refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_MS : false),
      meta: { shownInPage: true },
    },
  );

/** What the author of a recipe asks for a creation, in credits; undefined until it is known. */
export function useSurcharge(origin: string | undefined, procedure: ProcedureName): number | undefined {
  const ready = useVisitor().status === 'ready';
  const { data, isError } = useQuery(surchargeOptions(origin, procedure, ready));
  // If it cannot be read, the server refuses a price that is too low.
  return origin === undefined || isError ? 0 : data;
}
