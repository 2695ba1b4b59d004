import { localePage } from '@/app/locale-page';
import { Home } from '@/features/make/home/home';
import { PageWords } from '@/i18n/page-words';

const { Page } = localePage({}, ({ locale }) => (
  <PageWords path="/" locale={locale}>
    <Home />
  </PageWords>
));

export default Page;
