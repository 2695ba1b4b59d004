import type { Metadata } from 'next';
import { getTranslations, setRequestLocale } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { unbuiltAt } from '@/features/unbuilt/unbuilt';
import { UnbuiltPage } from '@/features/unbuilt/unbuilt-page';

interface PageProps {
  readonly params: Promise<{ readonly locale: string; readonly rest: readonly string[] }>;
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale, rest } = await params;
  const id = unbuiltAt(`/${rest.join('/')}`);
  if (id === undefined) return {};
  const t = await getTranslations({ locale, namespace: 'unbuilt' });
  return { title: t(`${id}.title`), robots: { index: false } };
}

/**
 * Areas that do not exist yet say so; whatever no other page is has the 404 page, inside the frame. Drawn on request, the areas too:
 * with some paths built ahead Next would keep the others' answers, each with the nonce of its first request (adr/0025).
 */
export default async function Page({ params }: PageProps) {
  const { locale, rest } = await params;
  setRequestLocale(locale);
  const id = unbuiltAt(`/${rest.join('/')}`);
  if (id === undefined) notFound();
  return <UnbuiltPage id={id} />;
}
