import { dataPage } from '@/app/data-page';
import { PrivacyPage } from '@/features/account/legal/privacy-page';

const { Page, generateMetadata } = dataPage(
  { title: 'legal.privacy.title', description: 'legal.privacy.description' },
  () => <PrivacyPage />,
);

export { generateMetadata, Page as default };
