import { localePage } from '@/app/locale-page';
import { NoWork } from '@/features/make/works/no-work';
import { everyLanguage } from '@/i18n/every-language';

export const generateStaticParams = everyLanguage;

/** The server's answer for a work that does not exist, with status 404 (adr/0055). */
const { Page, generateMetadata } = localePage({ title: 'works.page.none', noIndex: true }, () => <NoWork />);

export { generateMetadata, Page as default };
