import { dataPage } from '@/app/data-page';
import { LogPage } from '@/features/ops/admin/log-page';

const { Page, generateMetadata } = dataPage({ title: 'admin.log.title', noIndex: true }, () => <LogPage />);

export { generateMetadata, Page as default };
