import { dataPage } from '@/app/data-page';
import { PolicyPage } from '@/features/ops/moderation/policy/policy-page';

const { Page, generateMetadata } = dataPage({ title: 'policy.title', noIndex: true }, () => <PolicyPage />);

export { generateMetadata, Page as default };
