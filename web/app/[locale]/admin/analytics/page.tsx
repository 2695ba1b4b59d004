import { dataPage } from '@/app/data-page';
import { AnalyticsPage } from '@/features/ops/analytics/analytics-page';

const { Page, generateMetadata } = dataPage({ title: 'analytics.title', noIndex: true }, () => <AnalyticsPage />);

export { generateMetadata, Page as default };
