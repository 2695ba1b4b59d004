import { localePage } from '@/app/locale-page';
import { AdjustmentsPage } from '@/features/ops/finance/adjustments/adjustments-page';

const { Page, generateMetadata } = localePage({ title: 'finance.views.adjustments', noIndex: true }, () => (
  <AdjustmentsPage />
));

export { generateMetadata, Page as default };
