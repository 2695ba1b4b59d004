import type { Metadata } from 'next';
import { getTranslations, setRequestLocale } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { AuthorPage } from '@/features/make/explore/author-page';
import { authorFacts } from '@/features/make/works/facts';
import { getPathname } from '@/i18n/navigation';

interface PageProps {
  readonly params: Promise<{ readonly locale: string; readonly author?: readonly string[] }>;
}

/** A cached page would carry the nonce of an earlier request (adr/0025), and could show a withdrawn work. */
export const dynamic = 'force-dynamic';

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale } = await params;
  const facts = await authorFacts();
  if (facts === undefined) return { robots: { index: false } };
  const t = await getTranslations({ locale, namespace: 'explore.author' });
  const { author, origin } = facts;
  const address = `${origin}${getPathname({ locale, href: `/u/${author.id}` })}`;
  return {
    title: t('title', { name: author.name ?? t('nameless') }),
    description: t('works', { count: author.works }),
    alternates: { canonical: address },
  };
}

export default async function Page({ params }: PageProps) {
  setRequestLocale((await params).locale);
  const facts = await authorFacts();
  if (facts === undefined) notFound();
  return <AuthorPage facts={facts} />;
}
