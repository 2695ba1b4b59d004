import { dataPage } from '@/app/data-page';
import { SignUpPage } from '@/features/account/identity/sign-up/sign-up-page';

const { Page, generateMetadata } = dataPage({ title: 'account.signUp.title', noIndex: true }, () => <SignUpPage />);

export { generateMetadata, Page as default };
