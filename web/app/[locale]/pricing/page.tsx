import { localePage } from '@/app/locale-page';
import { PricingPage } from '@/features/account/pricing/pricing-page';

const { Page, generateMetadata } = localePage({ title: 'pricing.title', description: 'pricing.description' }, () => (
  <PricingPage />
));

export { generateMetadata, Page as default };
