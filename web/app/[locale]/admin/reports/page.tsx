import { dataPage } from '@/app/data-page';
import { ReportsPage } from '@/features/ops/moderation/reports/reports-page';

const { Page, generateMetadata } = dataPage({ title: 'cases.title', noIndex: true }, () => <ReportsPage />);

export { generateMetadata, Page as default };
