import { dataPage } from '@/app/data-page';
import { FirstPage } from '@/features/account/identity/sign-in/first-page';

const { Page, generateMetadata } = dataPage({ title: 'admin.first.title', noIndex: true }, () => <FirstPage />);

export { generateMetadata, Page as default };
