import { dataPage } from '@/app/data-page';
import { EnginesPage } from '@/features/ops/admin/engines-page';

const { Page, generateMetadata } = dataPage({ title: 'admin.engines.title', noIndex: true }, () => <EnginesPage />);

export { generateMetadata, Page as default };
