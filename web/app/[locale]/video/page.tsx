import { Suspense } from 'react';
import { localePage } from '@/app/locale-page';
import { TextToVideoPage } from '@/features/make/video/text-to-video-page';

const { Page, generateMetadata } = localePage({ title: 'video.title', description: 'video.description' }, () => (
  <Suspense>
    <TextToVideoPage />
  </Suspense>
));

export { generateMetadata, Page as default };
