import { dataPage } from '@/app/data-page';
import { VerifyPage } from '@/features/account/identity/sign-up/verify-page';

const { Page, generateMetadata } = dataPage({ title: 'account.verify.title', noIndex: true }, () => <VerifyPage />);

export { generateMetadata, Page as default };
