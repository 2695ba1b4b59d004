import { notFound } from 'next/navigation';
import { Suspense } from 'react';
import { localePage } from '@/app/locale-page';
import { idOf, isToolSlug, TOOL_SLUGS } from '@/features/make/tools/slugs';
import { ToolPage } from '@/features/make/tools/tool-page';

interface ToolParams {
  readonly tool: string;
}

export function generateStaticParams(): ToolParams[] {
  return Object.keys(TOOL_SLUGS).map((tool) => ({ tool }));
}

const { Page, generateMetadata } = localePage<ToolParams>(
  ({ tool }) =>
    isToolSlug(tool) ? { title: `tools.names.${idOf(tool)}`, description: `tools.lines.${idOf(tool)}` } : undefined,
  ({ tool }) => {
    if (!isToolSlug(tool)) notFound();
    return (
      <Suspense>
        <ToolPage key={tool} procedure={TOOL_SLUGS[tool]} />
      </Suspense>
    );
  },
);

export { generateMetadata, Page as default };
