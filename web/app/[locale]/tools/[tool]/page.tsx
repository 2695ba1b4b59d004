import type { Metadata } from 'next';
import { getTranslations, setRequestLocale } from 'next-intl/server';
import { notFound } from 'next/navigation';
import { Suspense } from 'react';
import { toolAt, TOOL_SLUGS } from '@/features/make/tools/slugs';
import { ToolPage } from '@/features/make/tools/tool-page';

interface PageProps {
  readonly params: Promise<{ readonly locale: string; readonly tool: string }>;
}

export function generateStaticParams(): { tool: string }[] {
  return Object.keys(TOOL_SLUGS).map((tool) => ({ tool }));
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale, tool } = await params;
  const found = toolAt(tool);
  if (found === undefined) return {};
  const t = await getTranslations({ locale, namespace: 'tools' });
  return { title: t(`names.${found.id}`), description: t(`lines.${found.id}`) };
}

export default async function Page({ params }: PageProps) {
  const { locale, tool } = await params;
  setRequestLocale(locale);
  const found = toolAt(tool);
  if (found === undefined) notFound();
  return (
    <Suspense>
      <ToolPage key={tool} procedure={found.procedure} />
    </Suspense>
  );
}
