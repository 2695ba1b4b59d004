import { Suspense } from 'react';
import { localePage } from '@/app/locale-page';
import { AvatarPage } from '@/features/make/avatar/avatar-page';

const { Page, generateMetadata } = localePage({ title: 'avatar.title', description: 'avatar.description' }, () => (
  <Suspense>
    <AvatarPage />
  </Suspense>
));

export { generateMetadata, Page as default };
