import { localePage } from '@/app/locale-page';
import { WaysPage } from '@/features/make/ways/ways-page';

const { Page, generateMetadata } = localePage(
  { title: 'ways.titles.imageTools', description: 'ways.ledes.imageTools' },
  () => <WaysPage page="imageTools" />,
);

export { generateMetadata, Page as default };
