import { localePage } from '@/app/locale-page';
import { MovementsPage } from '@/features/ops/finance/movements/movements-page';

const { Page, generateMetadata } = localePage({ title: 'finance.views.movements', noIndex: true }, () => (
  <MovementsPage />
));

export { generateMetadata, Page as default };
