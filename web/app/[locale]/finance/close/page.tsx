import { localePage } from '@/app/locale-page';
import { ClosePage } from '@/features/ops/finance/close/close-page';

const { Page, generateMetadata } = localePage({ title: 'finance.views.close', noIndex: true }, () => <ClosePage />);

export { generateMetadata, Page as default };
