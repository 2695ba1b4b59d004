import { localePage } from '@/app/locale-page';
import { AccountPage } from '@/features/ops/finance/account/account-page';

const { Page, generateMetadata } = localePage({ title: 'finance.views.account', noIndex: true }, () => <AccountPage />);

export { generateMetadata, Page as default };
