import { localePage } from '@/app/locale-page';
import { ExplorePage } from '@/features/make/explore/explore-page';

const { Page, generateMetadata } = localePage({ title: 'explore.title', description: 'explore.description' }, () => (
  <ExplorePage />
));

export { generateMetadata, Page as default };
