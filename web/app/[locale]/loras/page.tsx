import { dataPage } from '@/app/data-page';
import { LorasPage } from '@/features/make/loras/loras-page';

const { Page, generateMetadata } = dataPage({ title: 'loras.title', description: 'loras.lede' }, () => <LorasPage />);

export { generateMetadata, Page as default };
