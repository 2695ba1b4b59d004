import { localePage } from '@/app/locale-page';
import { BalancePage } from '@/features/ops/finance/balance-page';

const { Page, generateMetadata } = localePage({ title: 'finance.views.balance', noIndex: true }, () => <BalancePage />);

export { generateMetadata, Page as default };
