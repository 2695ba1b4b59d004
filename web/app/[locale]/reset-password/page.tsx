import { dataPage } from '@/app/data-page';
import { ResetPage } from '@/features/account/identity/password/reset-page';

const { Page, generateMetadata } = dataPage({ title: 'account.reset.title', noIndex: true }, () => <ResetPage />);

export { generateMetadata, Page as default };
