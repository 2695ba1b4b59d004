import { setRequestLocale } from 'next-intl/server';
import { localePage } from '@/app/locale-page';
import { ExplorePage } from '@/features/make/explore/explore-page';
import { exploreFacts } from '@/features/make/works/facts';

/** A cached page would carry the nonce of an earlier request (adr/0025), and could show a withdrawn work. */
export const dynamic = 'force-dynamic';

const { generateMetadata } = localePage({ title: 'explore.title', description: 'explore.description' }, () => null);

export default async function Page({ params }: { readonly params: Promise<{ readonly locale: string }> }) {
  setRequestLocale((await params).locale);
  return <ExplorePage facts={await exploreFacts()} />;
}

export { generateMetadata };
