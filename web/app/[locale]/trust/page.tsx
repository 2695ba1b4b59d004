import { dataPage } from '@/app/data-page';
import { TrustPage } from '@/features/account/trust/trust-page';

const { Page, generateMetadata } = dataPage({ title: 'trust.title', description: 'trust.description' }, () => (
  <TrustPage />
));

export { generateMetadata, Page as default };
