import { dataPage } from '@/app/data-page';
import { MessagesPage } from '@/features/ops/contact/messages-page';

const { Page, generateMetadata } = dataPage({ title: 'contact.admin.title', noIndex: true }, () => <MessagesPage />);

export { generateMetadata, Page as default };
