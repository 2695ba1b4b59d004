import { dataPage } from '@/app/data-page';
import { LogoutPage } from '@/features/account/identity/profile/logout-page';

const { Page, generateMetadata } = dataPage({ title: 'account.logout.title', noIndex: true }, () => <LogoutPage />);

export { generateMetadata, Page as default };
