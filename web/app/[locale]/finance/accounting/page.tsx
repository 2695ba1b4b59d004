import { localePage } from '@/app/locale-page';
import { AccountingPage } from '@/features/ops/finance/accounting/accounting-page';

const { Page, generateMetadata } = localePage({ title: 'finance.views.accounting', noIndex: true }, () => (
  <AccountingPage />
));

export { generateMetadata, Page as default };
