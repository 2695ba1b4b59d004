import { dataPage } from '@/app/data-page';
import { NoticesPage } from '@/features/account/notices/notices-page';

const { Page, generateMetadata } = dataPage({ title: 'notices.title', noIndex: true }, () => <NoticesPage />);

export { generateMetadata, Page as default };
