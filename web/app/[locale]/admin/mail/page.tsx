import { dataPage } from '@/app/data-page';
import { MailPage } from '@/features/ops/admin/mail-page';

const { Page, generateMetadata } = dataPage({ title: 'admin.mail.title', noIndex: true }, () => <MailPage />);

export { generateMetadata, Page as default };
