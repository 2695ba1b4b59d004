import { setRequestLocale } from 'next-intl/server';
import { localePage, type PageHead } from '@/app/locale-page';
import { ExplorePage } from '@/features/make/explore/explore-page';
import type { FeedPlace } from '@/features/make/explore/works';
import { exploreFacts } from '@/features/make/works/facts';

/** Makes the exports of a `page.tsx` that lists posts, rendered with the first ones; see `localePage`. */
export function explorePage(at: FeedPlace, head: PageHead) {
  const { generateMetadata } = localePage(head, () => null);

  async function Page({ params }: { readonly params: Promise<{ readonly locale: string }> }) {
    setRequestLocale((await params).locale);
    return <ExplorePage at={at} facts={await exploreFacts()} />;
  }

  return { generateMetadata, Page };
}
