import { localePage } from '@/app/locale-page';
import { PaymentsPage } from '@/features/ops/finance/revenue/payments-page';

const { Page, generateMetadata } = localePage({ title: 'finance.views.payments', noIndex: true }, () => (
  <PaymentsPage />
));

export { generateMetadata, Page as default };
