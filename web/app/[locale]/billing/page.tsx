import { dataPage } from '@/app/data-page';
import { BillingPage } from '@/features/account/billing/billing-page';

const { Page, generateMetadata } = dataPage(
  { title: 'billing.title', description: 'billing.description', noIndex: true },
  () => <BillingPage />,
);

export { generateMetadata, Page as default };
