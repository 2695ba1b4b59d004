import { Suspense } from 'react';
import { localePage } from '@/app/locale-page';
import { ToolPage } from '@/features/make/tools/tool-page';

const { Page, generateMetadata } = localePage({ title: 'common.areas.shortsLong', description: 'tools.lines.short' }, () => (
  <Suspense>
    <ToolPage procedure="aiShorts.create" />
  </Suspense>
));

export { generateMetadata, Page as default };
