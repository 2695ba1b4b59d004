import { localePage } from '@/app/locale-page';
import { NoWork } from '@/features/make/works/no-work';
import { everyLanguage } from '@/i18n/every-language';

export const generateStaticParams = everyLanguage;

/** What the server sends in place of a work that there is none of, with the status 404 (adr/0055). */
const { Page, generateMetadata } = localePage({ title: 'works.page.none', noIndex: true }, () => <NoWork />);

export { generateMetadata, Page as default };
