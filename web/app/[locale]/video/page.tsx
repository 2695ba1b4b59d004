import { Suspense } from 'react';
import { localePage } from '@/app/locale-page';
import { FilmPage } from '@/features/make/video/film-page';

const { Page, generateMetadata } = localePage({ title: 'video.title', description: 'video.description' }, () => (
  <Suspense>
    <FilmPage />
  </Suspense>
));

export { generateMetadata, Page as default };
