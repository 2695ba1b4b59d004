import { Suspense } from 'react';
import { localePage } from '@/app/locale-page';
import { ToolPage } from '@/features/make/tools/page/tool-page';

const { Page, generateMetadata } = localePage(
  { title: 'common.areas.shortsLong', description: 'tools.lines.short' },
  () => (
    <Suspense>
      <ToolPage procedure="aiShorts.create" />
    </Suspense>
  ),
);

export { generateMetadata, Page as default };
