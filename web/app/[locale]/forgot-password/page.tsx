import { dataPage } from '@/app/data-page';
import { ForgotPage } from '@/features/account/identity/password/forgot-page';

const { Page, generateMetadata } = dataPage({ title: 'account.forgot.title', noIndex: true }, () => <ForgotPage />);

export { generateMetadata, Page as default };
