import { useQuery } from '@tanstack/react-query';
import type { EntryView } from '@src/catalog/entries/content.shared';
import type { EntryKind } from '@src/catalog/entries/kinds.shared';
import { queryClient, trpc } from '@/lib/trpc/client';

/** Query of a kind's entries. The page shows errors itself. */
export const useEntryQuery = (kind: EntryKind, enabled = true) =>
  useQuery(trpc.catalog.entries.queryOptions({ kind }, { enabled, meta: { shownInPage: true } }));

/** Entries of two kinds, as choices; none until known. */
export function useEntriesOf([first, second]: readonly [EntryKind, EntryKind]): readonly EntryView[] {
  return [...(useEntryQuery(first).data ?? []), ...(useEntryQuery(second).data ?? [])];
}

/** Shows an entry as it is now, until the list is fetched again. */
export function putEntry(entry: EntryView): void {
  queryClient.setQueryData(trpc.catalog.entries.queryKey({ kind: entry.kind }), (known = []) =>
    known.some(({ id }) => id === entry.id)
      ? known.map((one) => (one.id === entry.id ? entry : one))
      : [...known, entry],
  );
}
