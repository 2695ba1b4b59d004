import { Suspense } from 'react';
import { localePage } from '@/app/locale-page';
import { ImagePage } from '@/features/make/image/image-page';

const { Page, generateMetadata } = localePage({ title: 'image.title', description: 'image.description' }, () => (
  <Suspense>
    <ImagePage />
  </Suspense>
));

export { generateMetadata, Page as default };
