import { localePage } from '@/app/locale-page';
import { ChecksPage } from '@/features/ops/finance/checks-page';

const { Page, generateMetadata } = localePage({ title: 'finance.views.checks', noIndex: true }, () => <ChecksPage />);

export { generateMetadata, Page as default };
