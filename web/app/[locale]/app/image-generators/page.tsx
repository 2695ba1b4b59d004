import { localePage } from '@/app/locale-page';
import { GeneratorsPage } from '@/features/make/ways/generators-page';

const { Page, generateMetadata } = localePage(
  { title: 'ways.titles.generators', description: 'ways.ledes.generators' },
  () => <GeneratorsPage />,
);

export { generateMetadata, Page as default };
