import { localePage } from '@/app/locale-page';
import { DeferredPage } from '@/features/ops/finance/revenue/revenue-deferred-page';

const { Page, generateMetadata } = localePage({ title: 'finance.views.deferred', noIndex: true }, () => (
  <DeferredPage />
));

export { generateMetadata, Page as default };
