import { dataPage } from '@/app/data-page';
import { GooglePage } from '@/features/account/identity/sign-in/google-page';

const { Page, generateMetadata } = dataPage({ title: 'account.google.title', noIndex: true }, () => <GooglePage />);

export { generateMetadata, Page as default };
