import type { Metadata } from 'next';
import { getTranslations, setRequestLocale } from 'next-intl/server';
import { TagPage } from '@/features/make/explore/tag-page';
import { tagTexts } from '@/features/make/explore/tag-text';
import { tagFacts } from '@/features/make/works/facts';
import { getPathname } from '@/i18n/navigation';

interface PageProps {
  readonly params: Promise<{ readonly locale: string }>;
}

/** A cached page would carry the nonce of an earlier request (adr/0025), and could show a withdrawn work. */
export const dynamic = 'force-dynamic';

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale } = await params;
  const facts = await tagFacts();
  const t = await getTranslations({ locale, namespace: 'explore.tag' });
  if (facts === undefined || !('tag' in facts)) return { title: t('unknown'), robots: { index: false } };
  const name = (await tagTexts([facts.tag], locale))[facts.tag] ?? facts.tag;
  return {
    title: t('title', { name }),
    description: t('lede'),
    alternates: {
      canonical: `${facts.origin}${getPathname({ locale, href: { pathname: '/tag-detail', query: { tag: facts.tag } } })}`,
    },
    // A tag without posts has nothing to list.
    ...(facts.page.works.length === 0 && { robots: { index: false } }),
  };
}

export default async function Page({ params }: PageProps) {
  const { locale } = await params;
  setRequestLocale(locale);
  const facts = await tagFacts();
  return (
    <TagPage facts={facts} texts={await tagTexts(facts !== undefined && 'tag' in facts ? [facts.tag] : [], locale)} />
  );
}
