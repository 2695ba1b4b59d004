import { dataPage } from '@/app/data-page';
import { InvitesPage } from '@/features/account/invites/invites-page';

const { Page, generateMetadata } = dataPage({ title: 'invites.title', description: 'invites.description' }, () => (
  <InvitesPage />
));

export { generateMetadata, Page as default };
