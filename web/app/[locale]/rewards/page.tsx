import { dataPage } from '@/app/data-page';
import { RewardsPage } from '@/features/account/rewards/rewards-page';

const { Page, generateMetadata } = dataPage({ title: 'rewards.title', description: 'rewards.description' }, () => (
  <RewardsPage />
));

export { generateMetadata, Page as default };
