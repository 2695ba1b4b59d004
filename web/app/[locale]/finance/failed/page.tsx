import { localePage } from '@/app/locale-page';
import { FailedPage } from '@/features/ops/finance/losses/failed-page';

const { Page, generateMetadata } = localePage({ title: 'finance.views.failed', noIndex: true }, () => <FailedPage />);

export { generateMetadata, Page as default };
