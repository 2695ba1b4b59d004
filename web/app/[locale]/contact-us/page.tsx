import { dataPage } from '@/app/data-page';
import { ContactPage } from '@/features/account/contact/contact-page';

const { Page, generateMetadata } = dataPage({ title: 'contact.title', description: 'contact.lead' }, () => (
  <ContactPage />
));

export { generateMetadata, Page as default };
