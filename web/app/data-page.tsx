import { Suspense, type ReactNode } from 'react';
import { DataProvider } from '@/lib/trpc/data-provider';
import { localePage, type PageHead } from './locale-page';

/**
 * Makes the exports of a `page.tsx` whose component queries the server or reads the address; see `localePage`.
 * @param head of the page
 * @param draw renders the page, inside `Suspense` and `DataProvider`
 */
export const dataPage = (head: PageHead, draw: () => ReactNode) =>
  localePage(head, () => (
    <Suspense>
      <DataProvider>{draw()}</DataProvider>
    </Suspense>
  ));
