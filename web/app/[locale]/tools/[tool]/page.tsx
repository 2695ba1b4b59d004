import type { Metadata } from 'next';
import { getTranslations, setRequestLocale } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { Suspense } from 'react';
import { idOf, isToolSlug, TOOL_SLUGS } from '@/features/make/tools/slugs';
import { ToolPage } from '@/features/make/tools/tool-page';

interface PageProps {
  readonly params: Promise<{ readonly locale: string; readonly tool: string }>;
}

export function generateStaticParams(): { tool: string }[] {
  return Object.keys(TOOL_SLUGS).map((tool) => ({ tool }));
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale, tool } = await params;
  if (!isToolSlug(tool)) return {};
  const t = await getTranslations({ locale, namespace: 'tools' });
  return { title: t(`names.${idOf(tool)}`), description: t(`lines.${idOf(tool)}`) };
}

export default async function Page({ params }: PageProps) {
  const { locale, tool } = await params;
  setRequestLocale(locale);
  if (!isToolSlug(tool)) notFound();
  return (
    <Suspense>
      <ToolPage key={tool} procedure={TOOL_SLUGS[tool]} />
    </Suspense>
  );
}
