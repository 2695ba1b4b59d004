import { dataPage } from '@/app/data-page';
import { ProfilePage } from '@/features/account/profile/profile-page';

const { Page, generateMetadata } = dataPage({ title: 'profile.title', noIndex: true }, () => <ProfilePage />);

export { generateMetadata, Page as default };
