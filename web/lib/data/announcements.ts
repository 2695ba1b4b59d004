import { useQuery } from '@tanstack/react-query';
import { useVisitor } from '@/lib/session/store';
import { client, queryClient, trpc } from '@/lib/trpc/client';
import { usePreviewed } from './gallery';

/** Announcements for the user, or the draft that the address previews; none until known. */
export function useAnnouncements() {
  const ready = useVisitor().status === 'ready';
  const previewed = usePreviewed();
  const shown = useQuery(
    trpc.catalog.announcements.queryOptions(undefined, {
      enabled: ready && previewed === undefined,
      staleTime: 5 * 60_000,
      meta: { skipErrorChain: true },
    }),
  ).data;
  const preview = useQuery(
    trpc.catalog.previewAnnouncement.queryOptions(
      { id: previewed ?? '' },
      { enabled: previewed !== undefined, meta: { skipErrorChain: true } },
    ),
  ).data;
  return (previewed === undefined ? shown : preview) ?? [];
}

/** Hides an announcement from the user for good. A preview is hidden until the page is loaded again. */
export function dismissAnnouncement(id: string): void {
  const without = <T extends { readonly id: string }>(known: readonly T[] | undefined) =>
    known?.filter((one) => one.id !== id);
  const isPreview = (queryClient.getQueryData(trpc.catalog.previewAnnouncement.queryKey({ id })) ?? []).length > 0;
  queryClient.setQueryData(trpc.catalog.announcements.queryKey(), without);
  queryClient.setQueryData(trpc.catalog.previewAnnouncement.queryKey({ id }), without);
  // If it fails, the announcement is shown again with the next page, where it can be closed again.
  if (!isPreview) client.catalog.dismiss.mutate({ id }).catch(() => undefined);
}
