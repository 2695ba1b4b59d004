import type { Metadata } from 'next';
import { getTranslations, setRequestLocale } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { tagTexts } from '@/features/make/explore/tag-text';
import { WorkPage } from '@/features/make/works/work-page';
import { workFacts } from '@/features/make/works/facts';
import { getPathname } from '@/i18n/navigation';

interface PageProps {
  readonly params: Promise<{ readonly locale: string; readonly work?: readonly string[] }>;
}

/**
 * A cached page would carry the nonce of an earlier request (adr/0025), and could show a work that is no longer
 * published.
 */
export const dynamic = 'force-dynamic';

/** Metadata for link previews (the Open Graph protocol, and X's cards). Empty for a work that is not public. */
export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale } = await params;
  const facts = await workFacts();
  if (facts === undefined) return { robots: { index: false } };
  const { work, origin } = facts;
  if (work.status !== 'published') return { title: work.title, robots: { index: false } };
  const t = await getTranslations({ locale, namespace: 'works' });
  const common = await getTranslations({ locale, namespace: 'common' });
  const address = `${origin}${getPathname({ locale, href: `/v/${work.id}` })}`;
  const description =
    work.prompt ??
    t(work.media === 'video' ? 'page.describedVideo' : 'page.describedPicture', {
      author: work.author ?? t('page.nameless'),
      product: common('title'),
    });
  const poster = { url: `${origin}${work.poster}`, type: 'image/jpeg', alt: work.title };
  return {
    title: work.title,
    description,
    // Without an author's page it is unlisted: for people who have the link.
    ...(work.authorId === undefined && { robots: { index: false } }),
    alternates: { canonical: address },
    openGraph: {
      type: work.media === 'video' ? 'video.other' : 'website',
      title: work.title,
      description,
      url: address,
      siteName: common('title'),
      locale,
      images: [poster],
      ...(work.media === 'video'
        ? { videos: [{ url: `${origin}${work.url}`, type: work.type, width: work.width, height: work.height }] }
        : {}),
    },
    twitter: { card: 'summary_large_image', title: work.title, description, images: [poster] },
  };
}

export default async function Page({ params }: PageProps) {
  const { locale } = await params;
  setRequestLocale(locale);
  const facts = await workFacts();
  if (facts === undefined) notFound();
  return <WorkPage work={facts.work} tags={await tagTexts(facts.work.tags, locale)} />;
}
