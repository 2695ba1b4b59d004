import { localePage } from '@/app/locale-page';
import { WaysPage } from '@/features/make/ways/ways-page';

const { Page, generateMetadata } = localePage({ title: 'ways.titles.tool', description: 'ways.ledes.tool' }, () => (
  <WaysPage page="tool" />
));

export { generateMetadata, Page as default };
