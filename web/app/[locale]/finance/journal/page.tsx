import { localePage } from '@/app/locale-page';
import { JournalPage } from '@/features/ops/finance/journal/journal-page';

const { Page, generateMetadata } = localePage({ title: 'finance.views.journal', noIndex: true }, () => <JournalPage />);

export { generateMetadata, Page as default };
