import { dataPage } from '@/app/data-page';
import { AdminPage } from '@/features/ops/admin/admin-page';

const { Page, generateMetadata } = dataPage({ title: 'admin.title', noIndex: true }, () => <AdminPage />);

export { generateMetadata, Page as default };
