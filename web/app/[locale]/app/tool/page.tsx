import { localePage } from '@/app/locale-page';
import { WaysPage } from '@/features/make/ways/ways-page';

const { Page, generateMetadata } = localePage({ title: 'ways.titles.all', description: 'ways.ledes.all' }, () => (
  <WaysPage page="all" />
));

export { generateMetadata, Page as default };
