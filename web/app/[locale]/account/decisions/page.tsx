import { dataPage } from '@/app/data-page';
import { DecisionsPage } from '@/features/account/decisions/decisions-page';

const { Page, generateMetadata } = dataPage({ title: 'cases.decisions.title', noIndex: true }, () => <DecisionsPage />);

export { generateMetadata, Page as default };
