import { localePage } from '@/app/locale-page';
import { GrantsPage } from '@/features/ops/finance/grants-page';

const { Page, generateMetadata } = localePage({ title: 'finance.views.grants', noIndex: true }, () => <GrantsPage />);

export { generateMetadata, Page as default };
