import { notFound } from 'next/navigation';
import { Suspense } from 'react';
import { localePage } from '@/app/locale-page';
import { toolAt, TOOL_SLUGS } from '@/features/make/tools/page/slugs';
import { ToolPage } from '@/features/make/tools/page/tool-page';

interface ToolParams {
  readonly tool: string;
}

export function generateStaticParams(): ToolParams[] {
  return Object.keys(TOOL_SLUGS).map((tool) => ({ tool }));
}

const { Page, generateMetadata } = localePage<ToolParams>(
  ({ tool }) => {
    const found = toolAt(tool);
    return found === undefined
      ? undefined
      : { title: `tools.names.${found.id}`, description: `tools.lines.${found.id}` };
  },
  ({ tool }) => {
    const found = toolAt(tool);
    if (found === undefined) notFound();
    return (
      <Suspense>
        <ToolPage key={tool} procedure={found.procedure} />
      </Suspense>
    );
  },
);

export { generateMetadata, Page as default };
