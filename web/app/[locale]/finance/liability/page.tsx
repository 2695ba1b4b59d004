import { localePage } from '@/app/locale-page';
import { LiabilityPage } from '@/features/ops/finance/liability-page';

const { Page, generateMetadata } = localePage({ title: 'finance.views.liability', noIndex: true }, () => (
  <LiabilityPage />
));

export { generateMetadata, Page as default };
