import { localePage } from '@/app/locale-page';
import { ReceivablesPage } from '@/features/ops/finance/losses/receivables-page';

const { Page, generateMetadata } = localePage({ title: 'finance.views.receivables', noIndex: true }, () => (
  <ReceivablesPage />
));

export { generateMetadata, Page as default };
