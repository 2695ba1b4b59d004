import { dataPage } from '@/app/data-page';
import { LoraPage } from '@/features/make/loras/lora-page';

const { Page, generateMetadata } = dataPage({ title: 'loras.one', noIndex: true }, () => <LoraPage />);

export { generateMetadata, Page as default };
