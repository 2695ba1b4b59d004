import { dataPage } from '@/app/data-page';
import { CataloguePage } from '@/features/ops/catalogue/catalogue-page';

const { Page, generateMetadata } = dataPage({ title: 'catalogue.title', noIndex: true }, () => <CataloguePage />);

export { generateMetadata, Page as default };
