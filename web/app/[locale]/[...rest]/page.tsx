import type { Metadata } from 'next';
import { getTranslations, setRequestLocale } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { UNBUILT_ROUTES, unbuiltAt } from '@/features/shell/unbuilt/unbuilt';
import { UnbuiltPage } from '@/features/shell/unbuilt/unbuilt-page';

interface PageProps {
  readonly params: Promise<{ readonly locale: string; readonly rest: readonly string[] }>;
}

export function generateStaticParams(): { rest: string[] }[] {
  return Object.keys(UNBUILT_ROUTES).map((path) => ({ rest: path.slice(1).split('/') }));
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale, rest } = await params;
  const id = unbuiltAt(`/${rest.join('/')}`);
  if (id === undefined) return {};
  const t = await getTranslations({ locale, namespace: 'unbuilt' });
  return { title: t(`${id}.title`), robots: { index: false } };
}

/** Areas that do not exist yet say so. Whatever no other page is comes here on a development server alone: in production the server sends `_missing` for it. */
export default async function Page({ params }: PageProps) {
  const { locale, rest } = await params;
  setRequestLocale(locale);
  const id = unbuiltAt(`/${rest.join('/')}`);
  if (id === undefined) notFound();
  return <UnbuiltPage id={id} />;
}
