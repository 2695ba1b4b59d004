'use client';

import { useQuery } from '@tanstack/react-query';
import type { GalleryView } from '@src/catalog/entries/gallery.shared';
import { partsOfId } from '@src/catalog/entries/kinds.shared';
import { useVisitor } from '@/lib/session/store';
import { queryClient, trpc } from '@/lib/trpc/client';
import { useHydrated } from '@/lib/use-hydrated';

/** Name of the parameter of an address that shows an entry's draft to administrators. */
export const PREVIEW = 'preview';

/** The entry that the address previews; undefined for users who are no administrators. */
export function usePreviewed(): string | undefined {
  const session = useVisitor();
  const isAdmin = session.status === 'ready' && session.user.roles.includes('admin');
  if (!useHydrated() || !isAdmin) return undefined;
  const id = new URLSearchParams(location.search).get(PREVIEW);
  return id !== null && partsOfId(id) !== undefined ? id : undefined;
}

/** What administrators have published for the galleries; undefined until known. */
export function useGallery(): GalleryView | undefined {
  const isHydrated = useHydrated();
  const previewed = usePreviewed();
  const published = useQuery(
    trpc.catalog.gallery.queryOptions(undefined, {
      enabled: previewed === undefined,
      staleTime: 60_000,
      meta: { shownInPage: true },
    }),
  ).data;
  const preview = useQuery(
    trpc.catalog.preview.queryOptions(
      { id: previewed ?? '' },
      { enabled: previewed !== undefined, meta: { shownInPage: true } },
    ),
  ).data;
  if (!isHydrated) return undefined;
  return previewed === undefined ? published : preview;
}

/** Refetches what is published, after a change of the catalogue. */
export const refreshGallery = (): Promise<void> => queryClient.invalidateQueries(trpc.catalog.pathFilter());
