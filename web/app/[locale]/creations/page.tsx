import { dataPage } from '@/app/data-page';
import { CreationsPage } from '@/features/make/creations/creations-page';

const { Page, generateMetadata } = dataPage({ title: 'creations.title', description: 'creations.description' }, () => (
  <CreationsPage />
));

export { generateMetadata, Page as default };
