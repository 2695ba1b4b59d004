import { Suspense } from 'react';
import { localePage } from '@/app/locale-page';
import { ToolPage } from '@/features/make/tools/page/tool-page';

const { Page, generateMetadata } = localePage(
  { title: 'tools.names.animate', description: 'tools.lines.animate' },
  () => (
    <Suspense>
      <ToolPage procedure="video.createVideoByImage" />
    </Suspense>
  ),
);

export { generateMetadata, Page as default };
