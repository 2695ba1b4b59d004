import { dataPage } from '@/app/data-page';
import { TermsPage } from '@/features/account/legal/terms-page';

const { Page, generateMetadata } = dataPage(
  { title: 'legal.terms.title', description: 'legal.terms.description' },
  () => <TermsPage />,
);

export { generateMetadata, Page as default };
