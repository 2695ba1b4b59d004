import { dataPage } from '@/app/data-page';
import { ApiPage } from '@/features/account/api/api-page';

const { Page, generateMetadata } = dataPage({ title: 'api.title', description: 'api.description' }, () => <ApiPage />);

export { generateMetadata, Page as default };
