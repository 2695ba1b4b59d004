import { localePage } from '@/app/locale-page';
import { ExportPage } from '@/features/ops/finance/export-page';

const { Page, generateMetadata } = localePage({ title: 'finance.views.export', noIndex: true }, () => <ExportPage />);

export { generateMetadata, Page as default };
