import { dataPage } from '@/app/data-page';
import { CreditsPage } from '@/features/account/credits/credits-page';

const { Page, generateMetadata } = dataPage({ title: 'credits.title', description: 'credits.description' }, () => (
  <CreditsPage />
));

export { generateMetadata, Page as default };
