import { localePage } from '@/app/locale-page';
import { SchedulePage } from '@/features/ops/finance/revenue/schedule-page';

const { Page, generateMetadata } = localePage({ title: 'finance.views.schedule', noIndex: true }, () => (
  <SchedulePage />
));

export { generateMetadata, Page as default };
