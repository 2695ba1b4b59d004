import { dataPage } from '@/app/data-page';
import { SignInPage } from '@/features/account/identity/sign-in/sign-in-page';

const { Page, generateMetadata } = dataPage({ title: 'account.signIn.title', noIndex: true }, () => <SignInPage />);

export { generateMetadata, Page as default };
