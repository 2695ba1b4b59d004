import { localePage } from '@/app/locale-page';
import { RevenuePage } from '@/features/ops/finance/revenue/revenue-page';

const { Page, generateMetadata } = localePage({ title: 'finance.views.revenue', noIndex: true }, () => <RevenuePage />);

export { generateMetadata, Page as default };
