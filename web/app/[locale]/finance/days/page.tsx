import { localePage } from '@/app/locale-page';
import { DaysPage } from '@/features/ops/finance/days-page';

const { Page, generateMetadata } = localePage({ title: 'finance.views.days', noIndex: true }, () => <DaysPage />);

export { generateMetadata, Page as default };
