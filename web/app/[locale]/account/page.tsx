import { dataPage } from '@/app/data-page';
import { AccountPage } from '@/features/account/identity/profile/account-page';

const { Page, generateMetadata } = dataPage({ title: 'account.page.title', noIndex: true }, () => <AccountPage />);

export { generateMetadata, Page as default };
