import { localePage } from '@/app/locale-page';
import { TracePage } from '@/features/ops/finance/revenue/revenue-trace-page';

const { Page, generateMetadata } = localePage({ title: 'finance.views.trace', noIndex: true }, () => <TracePage />);

export { generateMetadata, Page as default };
